// The browser's Python in Node, with the program from its sources.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

// Pyodide's own script is one line of a megabyte, which Node would print with an error.
process.on("uncaughtException", (error) => {
  console.error(`${error.message}\n${String(error.stack).slice(-2000)}`);
  process.exit(1);
});

// Return Python; it sees each folder below /host by its name, and imports from all of them.
export async function bootSources(pyodide, folders) {
  const { loadPyodide } = await import(pathToFileURL(path.join(pyodide, "pyodide.mjs")));
  const python = await loadPyodide({
    indexURL: pyodide,
    lockFileContents: JSON.parse(fs.readFileSync(path.join(pyodide, "pyodide-lock.json"))),
    env: { HOME: "/home/pyodide", PYTHONDONTWRITEBYTECODE: "1", TZ: "UTC" },
  });
  for (const [name, root] of Object.entries(folders)) {
    python.FS.mkdirTree(`/host/${name}`);
    python.FS.mount(python.FS.filesystems.NODEFS, { root: path.resolve(root) }, `/host/${name}`);
    python.runPython(`import sys; sys.path.append("/host/${name}")`);
  }
  return python;
}

// Return the module of the store.
export async function storage() {
  const source = fs.readFileSync(new URL("../../static/site/storage.js", import.meta.url), "utf-8");
  return import(`data:text/javascript,${encodeURIComponent(source)}`);
}
