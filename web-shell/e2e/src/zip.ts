import { inflateRawSync } from "node:zlib";

const END = 0x06054b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const HEAD_BYTES = 30;
const STORED = 0;

/** The files of a ZIP archive by name, read from its central directory. */
export function unzip(archive: Buffer): Map<string, Buffer> {
  let end = archive.length - END_BYTES;
  while (end >= 0 && archive.readUInt32LE(end) !== END) end -= 1;
  if (end < 0) throw new Error("This is not a ZIP archive");
  const files = new Map<string, Buffer>();
  let entry = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, packed] = [archive.readUInt16LE(entry + 10), archive.readUInt32LE(entry + 20)];
    const [name, extra, comment] = [28, 30, 32].map((place) => archive.readUInt16LE(entry + place));
    const head = archive.readUInt32LE(entry + 42);
    const start = head + HEAD_BYTES + archive.readUInt16LE(head + 26) + archive.readUInt16LE(head + 28);
    const content = archive.subarray(start, start + packed);
    const nameEnd = entry + ENTRY_BYTES + (name ?? 0);
    files.set(
      archive.toString("utf8", entry + ENTRY_BYTES, nameEnd),
      method === STORED ? content : inflateRawSync(content),
    );
    entry = nameEnd + (extra ?? 0) + (comment ?? 0);
  }
  return files;
}
