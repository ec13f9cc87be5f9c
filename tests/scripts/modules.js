// The modules of the pages, in a context of their own: what a browser would provide is passed in.

import { readFileSync } from "node:fs";
import vm from "node:vm";

const SCRIPTS = new URL("../../static/js/", import.meta.url);
const WITHOUT_PAGE = { URL, URLSearchParams, AbortController, crypto, console };

// Returns a function that loads a module by its name; modules in `replaced` are objects with their exports.
export function modules(provided, replaced = {}) {
  const context = vm.createContext({ ...WITHOUT_PAGE, ...provided });
  context.window = context;
  const loaded = new Map();
  const load = (name) => {
    if (!loaded.has(name)) loaded.set(name, name in replaced ? given(replaced[name]) : read(name));
    return loaded.get(name);
  };
  const given = (exports) =>
    new vm.SyntheticModule(
      Object.keys(exports),
      function () {
        for (const [name, value] of Object.entries(exports)) this.setExport(name, value);
      },
      { context },
    );
  const read = (name) =>
    new vm.SourceTextModule(readFileSync(new URL(name, SCRIPTS), "utf-8"), {
      context,
      identifier: name,
      initializeImportMeta: (meta) => (meta.url = name),
    });
  return async (name) => {
    const module = load(name);
    if (module.status === "unlinked") await module.link((specifier) => load(specifier.replace("./", "")));
    await module.evaluate();
    return module.namespace;
  };
}

// The storage of a phone, which several tabs may share.
export class Storage {
  setItem(name, value) {
    this[name] = String(value);
  }
  getItem(name) {
    return Object.hasOwn(this, name) ? this[name] : null;
  }
  removeItem(name) {
    delete this[name];
  }
}
