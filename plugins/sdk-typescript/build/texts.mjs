import { parse } from "smol-toml";

/** The file of a rule: `checks/ID.toml`. */
const CHECK = /[\\/]checks[\\/]([^\\/]+)\.toml$/;

/** What a module has of a file. The name of a rule's file is its id; its test sites are not part of the component. */
function content(code, id) {
  const parsed = parse(code);
  const name = CHECK.exec(id)?.[1];
  if (name === undefined) {
    return parsed;
  }
  const { breaks: _, holds: __, ...rule } = parsed;
  return { ...rule, id: name };
}

/** Makes a module of a file of texts, for the bundler and for the tests alike. */
export function texts() {
  return {
    name: "sitewright-texts",
    transform(code, id) {
      if (!id.endsWith(".toml")) {
        return null;
      }
      return { code: `export default ${JSON.stringify(content(code, id))};`, map: null, moduleType: "js" };
    },
  };
}
