import { crc32, deflateSync } from "node:zlib";

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, "latin1"), data]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
}

/** A picture as a PNG file: a soft landscape. A `seed` makes other colours, so that the server stores another picture. */
export function photo(width = 1200, height = 750, seed = 0): Buffer {
  const rows = Buffer.alloc((width * 3 + 1) * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = y * (width * 3 + 1) + 1 + x * 3;
      const hill = height * (0.62 + 0.12 * Math.sin((x / width) * 7 + seed));
      const light = y < hill ? 1 - (0.35 * y) / height : 0.55;
      rows[at] = Math.round(light * (y < hill ? 232 : 120));
      rows[at + 1] = Math.round(light * (y < hill ? 214 - seed * 9 : 160));
      rows[at + 2] = Math.round(light * (y < hill ? 190 : 130 + seed * 9));
    }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Eight bits, three colours.
  head.set([8, 2], 8);
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  const parts = [chunk("IHDR", head), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([signature, ...parts]);
}
