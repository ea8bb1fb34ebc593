declare module "*.toml" {
  const texts: import("./texts").Tree;
  export default texts;
}
