// Boots Pyodide in Node: `node boot_pyodide.mjs PACKAGE FOLDERS SCRIPT [WORD…]` runs a Python file.
//
// PACKAGE   the folder of Pyodide's package
// FOLDERS   what Python sees of this machine, in JSON: {"/host": "a folder"}
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

export const here = (file) => pathToFileURL(path.resolve(file)).href;

// Returns Python. `loader` and `library` are files, the others lie beside the loader.
export async function boot({ loader, library, info, folders = {} }) {
  const { loadPyodide } = await import(here(loader));
  return loadPyodide({
    indexURL: path.dirname(path.resolve(loader)),
    stdLibURL: path.resolve(library),
    lockFileContents: { info, packages: {} },
    env: {
      HOME: "/home/pyodide",
      PYTHONPATH: process.env.PYTHONPATH ?? "",
      PYTHONHASHSEED: "0",
      PYTHONDONTWRITEBYTECODE: "1",
      TZ: "UTC",
    },
    async fsInit(FS) {
      for (const [at, folder] of Object.entries(folders)) {
        FS.mkdirTree(at);
        FS.mount(FS.filesystems.NODEFS, { root: path.resolve(folder) }, at);
      }
    },
  });
}

// Runs a Python file with its words.
export function run(python, script, words) {
  python.globals.set("words", python.toPy([script, ...words]));
  python.runPython("import sys; sys.argv = words; del words");
  python.runPython(fs.readFileSync(script, "utf-8"), { filename: path.basename(script) });
}

// Runs the main part of a program; the message of an error comes without the line of Pyodide, which
// is all of its script.
export async function main(url, program) {
  if (url !== here(process.argv[1])) return;
  try {
    await program(...process.argv.slice(2));
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}

await main(import.meta.url, async (pack, folders, script, ...words) => {
  const file = (name) => path.join(pack, name);
  const { info } = JSON.parse(fs.readFileSync(file("pyodide-lock.json")));
  const [loader, library] = [file("pyodide.mjs"), file("python_stdlib.zip")];
  const python = await boot({ loader, library, info, folders: JSON.parse(folders) });
  run(python, script, words);
});
