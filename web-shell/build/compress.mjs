import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const COMPRESSIBLE = /\.(js|css|html|json|md|svg|txt|webmanifest)$/;
/** Smaller files gain little from compression. */
const WORTH_BYTES = 512;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

function* filesOf(folder) {
  for (const name of readdirSync(folder, { recursive: true })) {
    const file = path.join(folder, name);
    if (statSync(file).isFile()) yield file;
  }
}

async function compressFile(file) {
  const content = readFileSync(file);
  if (content.length < WORTH_BYTES) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  const [br, gz] = await Promise.all([toBrotli(content, { params }), toGzip(content, { level: 9 })]);
  writeFileSync(`${file}.br`, br);
  writeFileSync(`${file}.gz`, gz);
}

/** Writes a .br and a .gz file beside every file that benefits. */
export async function compress(folders) {
  const files = folders.flatMap((folder) => [...filesOf(folder)]);
  for (const file of files) if (/\.(br|gz)$/.test(file)) rmSync(file);
  await Promise.all(files.filter((file) => COMPRESSIBLE.test(file)).map(compressFile));
}
