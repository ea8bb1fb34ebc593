import { parse } from "smol-toml";

/** Makes a module of a file of texts, for the bundler and for the tests alike. */
export function texts() {
  return {
    name: "sitewright-texts",
    transform(code, id) {
      if (!id.endsWith(".toml")) {
        return null;
      }
      return { code: `export default ${JSON.stringify(parse(code))};`, map: null, moduleType: "js" };
    },
  };
}
