// Boots Pyodide in Node: `node boot_pyodide.mjs RUNTIME HOST SCRIPT [WORD…]` runs a Python file.
//
// RUNTIME   folder with pyodide.mjs, pyodide.asm.mjs, pyodide.asm.wasm and the standard library
// HOST      folder that Python sees as /host
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const LIBRARIES = ["stdlib.zip", "python_stdlib.zip"]; // of a site, of the package

export async function boot(runtime, host) {
  const folder = path.resolve(runtime);
  const { loadPyodide } = await import(pathToFileURL(path.join(folder, "pyodide.mjs")));
  const library = LIBRARIES.find((name) => fs.existsSync(path.join(folder, name)));
  const python = await loadPyodide({
    indexURL: folder,
    stdLibURL: path.join(folder, library),
    lockFileContents: JSON.parse(fs.readFileSync(path.join(folder, "pyodide-lock.json"))),
    env: { HOME: "/home/pyodide", PYTHONHASHSEED: "0", PYTHONDONTWRITEBYTECODE: "1", TZ: "UTC" },
  });
  if (host) {
    python.FS.mkdirTree("/host");
    python.FS.mount(python.FS.filesystems.NODEFS, { root: path.resolve(host) }, "/host");
  }
  return python;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [runtime, host, script, ...words] = process.argv.slice(2);
  try {
    const python = await boot(runtime, host);
    python.globals.set("words", python.toPy([script, ...words]));
    python.runPython("import sys; sys.argv = words; del words");
    python.runPython(fs.readFileSync(script, "utf-8"), { filename: path.basename(script) });
  } catch (error) {
    console.error(error.message); // without the line of Pyodide, which is its whole script
    process.exit(1);
  }
}
