import path from "node:path";

/** A module's own sources hand every import of a share to this prefix. */
const SHARE = "\0share:";
const SHARES = "\0shares";
/** What the federation plugin generates to negotiate shares with any host; ours always provides them all. */
const ENTRY = /^\0?virtual:mf-REMOTE_ENTRY_ID:/;
const NEGOTIATION = /^\0?virtual:mf(:.*(pendingShares|hostAutoInit)|-localSharedImportMap:|-exposes:)/;

/** `{ a, type B, c as d }` → `a`, `c`: what is imported at run time. */
const namesIn = (clause) =>
  clause
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part && !part.startsWith("type "))
    .map((part) => part.split(/\s+as\s+/)[0]);

/** The names that sources import from a share. A share is an object at run time, so only names can be taken from it. */
export function importedNames(sources, share) {
  if (share === "react/jsx-runtime") return ["Fragment", "jsx", "jsxs"];
  const names = sources.flatMap((source) =>
    [...source.matchAll(/^import\s+(?!type\s)([^;"]+?)\s+from\s+"([^"]+)"/gm)]
      .filter(([, , from]) => from === share)
      .flatMap(([statement, clause]) => {
        const braces = clause.match(/^\{([^}]*)\}$/);
        if (!braces) throw new Error(`Import single names from ${share}: ${statement}`);
        return namesIn(braces[1]);
      }),
  );
  return [...new Set(names)].sort();
}

/** A container as the federation runtime expects it: `init` takes the shares, `get` hands out the tool. */
const entryCode = (tool, shares) => `
import { shares } from ${JSON.stringify(SHARES)};
const take = async (scope, name) => {
  const [provider] = Object.values(scope[name] ?? {});
  if (!provider) throw new Error("The shell does not share " + name);
  const factory = provider.lib ?? (await provider.get());
  shares[name] = factory();
};
export const init = (scope) => Promise.all(${JSON.stringify(shares)}.map((name) => take(scope, name)));
export const get = async (name) => {
  if (name !== "./Tool") throw new Error("No " + name + " in this module");
  const tool = await import(${JSON.stringify(tool)});
  return () => tool;
};
`;

/**
 * Replaces the federation plugin's general remote entry (11 KB over the wire, for hosts, bundlers and versions of
 * every kind) by the few lines that a module of this shell needs; the manifest and the rest stay the plugin's.
 */
export function slimContainer({ entry, shares, sources }) {
  return [
    {
      name: "sitewright:shares",
      apply: "build",
      enforce: "pre",
      resolveId(source, importer) {
        if (source === SHARES) return SHARES;
        if (shares.includes(source) && importer && path.isAbsolute(importer)) return SHARE + source;
      },
      load(id) {
        if (id === SHARES) return "export const shares = {};";
        if (!id.startsWith(SHARE)) return;
        const share = id.slice(SHARE.length);
        const names = importedNames(sources, share).join(", ");
        return `import { shares } from ${JSON.stringify(SHARES)};
          export const { ${names} } = shares[${JSON.stringify(share)}];`;
      },
    },
    {
      name: "sitewright:slim-entry",
      apply: "build",
      enforce: "post",
      transform: {
        order: "post",
        handler(_, id) {
          if (ENTRY.test(id)) return { code: entryCode(entry, shares), map: null };
          if (NEGOTIATION.test(id)) return { code: "export {};", map: null };
        },
      },
      generateBundle(_, bundle) {
        for (const [file, chunk] of Object.entries(bundle)) {
          if (chunk.type === "chunk" && NEGOTIATION.test(chunk.facadeModuleId ?? "")) delete bundle[file];
        }
      },
    },
  ];
}
