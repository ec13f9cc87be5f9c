// Boots the Python of a built site in Node: `node boot_site.mjs SITE SCRIPT [WORD…]` runs a Python file in it.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { boot, main, run } from "../tools/boot_pyodide.mjs";

const UNZIP = fileURLToPath(new URL("../../static/site/unzip.js", import.meta.url));
const asModule = (file) => import(`data:text/javascript,${encodeURIComponent(fs.readFileSync(file, "utf-8"))}`);

// The description of a build, as its page has it.
export function described(site) {
  const page = fs.readFileSync(path.join(site, "index.html"), "utf-8");
  return JSON.parse(page.match(/<script type="application\/json" id="build">(.*?)<\/script>/s)[1]);
}

// The bytes that are packed in parts.
export function joined(site, { parts }) {
  return gunzipSync(Buffer.concat(parts.map(([digest]) => fs.readFileSync(path.join(site, "parts", digest)))));
}

// Returns Python with the program in /app, and the milliseconds of each step.
export async function bootSite(site) {
  const build = described(site);
  const steps = {};
  let last = performance.now();
  const lap = (name) => {
    steps[name] = Math.round(performance.now() - last);
    last = performance.now();
  };
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "site-"));
  try {
    const beside = (name, body) => fs.writeFileSync(path.join(folder, name), body);
    for (const name of ["pyodide.mjs", "pyodide.asm.mjs"])
      fs.copyFileSync(path.join(site, build.files[name]), path.join(folder, path.basename(build.files[name])));
    beside("pyodide.asm.wasm", joined(site, build.archives["python.wasm"]));
    beside("stdlib.zip", joined(site, build.archives["stdlib.zip"]));
    const loader = path.join(folder, path.basename(build.files["pyodide.mjs"]));
    lap("files");
    const python = await boot({ loader, library: path.join(folder, "stdlib.zip"), info: build.python });
    lap("python");
    const { unzip } = await asModule(UNZIP);
    unzip(python.FS, new Uint8Array(joined(site, build.archives["app.zip"])), "/app");
    python.runPython('import sys; sys.path.insert(0, "/app")');
    lap("unpacked");
    return { python, steps, build };
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

await main(import.meta.url, async (site, script, ...words) => {
  const { python, steps, build } = await bootSite(site);
  console.log(JSON.stringify(steps));
  python.FS.mkdirTree("/try");
  python.FS.writeFile("/try/scores.db", joined(site, build.season));
  run(python, script, words);
});
