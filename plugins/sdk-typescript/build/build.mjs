#!/usr/bin/env node
// Builds the component of a plugin's folder: its sources in one module, together with the interpreter that runs them.
//
//     build.mjs FOLDER [--out FILE]     FOLDER/component.wasm by default
//
// The interpreter starts from random numbers and the time of the build, so that two builds of the same sources
// differ. The output is therefore cached: the same sources return the same file immediately.

import { createHash } from "node:crypto";
import {
  access,
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { componentize, version } from "@bytecodealliance/componentize-js";
import { rolldown } from "rolldown";
import { parse } from "smol-toml";
import { texts } from "./texts.mjs";

const here = dirname(fileURLToPath(import.meta.url));
/** The default permissions of a generator and of a rule pack. */
const USUAL = ["context", "model", "progress"];
const OF_RULES = ["context", "crawl"];
const PERMISSIONS = [...USUAL, "crawl", "http", "search", "store", "web"];
/** Everything outside the contract: no files, no clock, no network, no randomness. */
const WITHOUT = ["random", "stdio", "clocks", "http", "fetch-event"];
const GLUE = "sitewright:glue";

class BuildError extends Error {}

const exists = (path) =>
  access(path).then(
    () => true,
    () => false,
  );

/**
 * `src/tool.ts` exports a generator, and `src/pack.ts` a rule pack; `src/guest.ts` exports the interface of the contract
 * directly.
 */
async function entry(folder) {
  const guest = join(folder, "src/guest.ts");
  if (await exists(guest)) {
    return { input: guest };
  }
  const isRules = await hasRules(folder);
  const source = join(folder, isRules ? "src/pack.ts" : "src/tool.ts");
  if (!(await exists(source))) {
    throw new BuildError(`${folder} has neither src/tool.ts, src/pack.ts nor src/guest.ts`);
  }
  const [name, maker] = isRules ? ["rules", "rules/component.ts"] : ["tool", "component.ts"];
  const code = `import { component } from ${JSON.stringify(join(here, "../src", maker))};
    import source from ${JSON.stringify(source)};
    export const ${name} = component(source);`;
  const glue = {
    name: "sitewright-glue",
    resolveId: (id) => (id === GLUE ? `\0${GLUE}` : null),
    load: (id) => (id === `\0${GLUE}` ? { code, moduleType: "js" } : null),
  };
  return { input: GLUE, glue };
}

/** Whether the folder is a rule pack. */
const hasRules = (folder) => exists(join(folder, "src/pack.ts"));

async function bundle(folder) {
  const { input, glue } = await entry(folder);
  const bundler = await rolldown({
    input,
    cwd: folder,
    // The component imports the contract itself; its glue has a similar name.
    external: (id) => id.startsWith("sitewright:plugin/"),
    plugins: [texts(), glue],
    tsconfig: false,
    onwarn: ({ message }) => console.error(message),
  });
  const { output } = await bundler.generate({ format: "esm", codeSplitting: false });
  await bundler.close();
  return output[0].code;
}

/** The contract with a world of the imports that this tool may have. */
async function world(folder, into) {
  const settings = join(folder, "plugin.toml");
  const isRules = await hasRules(folder);
  const { permissions = isRules ? OF_RULES : USUAL } = (await exists(settings))
    ? parse(await readFile(settings, "utf8"))
    : {};
  const unknown = permissions.find((name) => !PERMISSIONS.includes(name));
  if (unknown !== undefined) {
    throw new BuildError(`plugin.toml requests "${unknown}"; the permissions are ${PERMISSIONS.join(", ")}`);
  }
  const packed = join(here, "../wit/plugin.wit");
  await mkdir(into);
  await copyFile(
    (await exists(packed)) ? packed : join(here, "../../../wit/plugin.wit"),
    join(into, "plugin.wit"),
  );
  const imports = permissions.map((name) => `import ${name}; `).join("");
  await writeFile(
    join(into, "guest.wit"),
    `package sitewright:plugin@0.1.0;\nworld guest { ${imports}export ${isRules ? "rules" : "tool"}; }\n`,
  );
}

/** The number of components in the cache, 12 MB each. */
const KEPT = 4;

/** The folder of the cache, beside the packages that make the components. */
function cacheFolder() {
  const maker = fileURLToPath(import.meta.resolve("@bytecodealliance/componentize-js"));
  return join(maker.slice(0, maker.lastIndexOf("node_modules")), "node_modules/.cache/sitewright");
}

/** The component of these sources: from the cache, otherwise a new one. */
async function component(sourcePath, witPath) {
  const hash = createHash("sha256");
  for (const file of [sourcePath, join(witPath, "plugin.wit"), join(witPath, "guest.wit")]) {
    hash.update(await readFile(file)).update("\0");
  }
  const kept = join(cacheFolder(), `${hash.update(`${version} ${WITHOUT}`).digest("hex")}.wasm`);
  if (await exists(kept)) {
    return readFile(kept);
  }
  const options = { sourcePath, witPath, worldName: "guest", disableFeatures: WITHOUT };
  const made = (await componentize(options)).component;
  await mkdir(cacheFolder(), { recursive: true });
  // Renamed when it is complete: two builds may run at once.
  await writeFile(`${kept}.${process.pid}`, made);
  await rename(`${kept}.${process.pid}`, kept);
  await forgetOldest();
  return made;
}

async function forgetOldest() {
  const files = (await readdir(cacheFolder())).map((name) => join(cacheFolder(), name));
  const dated = await Promise.all(files.map(async (file) => ({ file, time: (await stat(file)).mtimeMs })));
  dated.sort((one, other) => other.time - one.time);
  await Promise.all(dated.slice(KEPT).map(({ file }) => rm(file, { force: true })));
}

async function build(folder, out) {
  const work = await mkdtemp(join(tmpdir(), "sitewright-"));
  try {
    const sourcePath = join(work, "tool.js");
    await world(folder, join(work, "wit"));
    await writeFile(sourcePath, await bundle(folder));
    const made = await component(sourcePath, join(work, "wit"));
    await mkdir(dirname(out), { recursive: true });
    await writeFile(out, made);
    console.log(`${out}  ${Math.ceil(made.length / 1024)} KiB`);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

const { positionals, values } = parseArgs({ allowPositionals: true, options: { out: { type: "string" } } });
const folder = resolve(positionals[0] ?? ".");
try {
  await build(folder, resolve(values.out ?? join(folder, "component.wasm")));
} catch (error) {
  // Errors in a tool's own code are printed without the builder's stack.
  console.error(error instanceof BuildError ? error.message : String(error?.message ?? error));
  process.exitCode = 1;
}
