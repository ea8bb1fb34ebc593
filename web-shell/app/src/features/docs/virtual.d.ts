declare module "virtual:docs/pages" {
  type Heading = { id: string; text: string; level: number };
  type Section = {
    id: string;
    title: string;
    pages: { name: string; title: string; description: string }[];
  };
  type DocsPage = { title: string; description: string; html: string; headings: Heading[]; isHelp: boolean };
  /** A section of a page; `id` is the page with the section's anchor. */
  type Searchable = {
    id: string;
    page: string;
    title: string;
    text: string;
    /** Other words that users search for. */
    words: string;
    /** All text of a page for users, in the entry of the page itself. */
    whole: string;
    /** Whether the page is for users, not for developers. */
    isHelp: boolean;
  };
  type Loaders<T> = Record<string, (() => Promise<{ default: T }>) | undefined>;

  export const contents: Loaders<Section[]>;
  /** By language and name, such as `en/plugins/rust`. */
  export const pages: Loaders<DocsPage>;
  export const search: Loaders<Searchable[]>;
}
