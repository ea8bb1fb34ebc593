// Builds the public site alone: `npm run site`.
import path from "node:path";
import { compress } from "./compress.mjs";
import { buildSite } from "./site.mjs";

const bundle = path.resolve(import.meta.dirname, "../../target/bundle");
await buildSite(bundle);
await compress(["site", "docs", "pl/docs"].map((folder) => path.join(bundle, "web", folder)));
