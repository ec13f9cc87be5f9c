// Unpacks an archive that is stored without compression: its files are parts of it, and are not copied.

const END = 0x06054b50;
const ENTRY = 46; // bytes of an entry in the directory, and
const LOCAL = 30; // of the head before a file, each without the name

export function unzip(FS, zip, to) {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const text = new TextDecoder();
  let end = zip.length - 22;
  while (view.getUint32(end, true) !== END) end--;
  const folders = new Set();
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left; left--) {
    const size = view.getUint32(at + 24, true);
    const [name, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true));
    const local = view.getUint32(at + 42, true);
    const path = `${to}/${text.decode(zip.subarray(at + ENTRY, at + ENTRY + name))}`;
    const from = local + LOCAL + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!folders.has(folder)) FS.mkdirTree(folder);
    folders.add(folder);
    if (!path.endsWith("/")) FS.writeFile(path, zip.subarray(from, from + size), { canOwn: true });
    at += ENTRY + name + extra + comment;
  }
}
