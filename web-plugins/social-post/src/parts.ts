import { listOf, type Previewed, present, textOf } from "@sitewright/sdk";

type Parts = Previewed["parts"];

/** The parts that can hold a thread or a single post, in order of precedence. */
export const POSTS = ["thread", "posts", "post"] as const;

/** The part that is drawn: the first that is not empty. */
export const drawnPart = (parts: Parts): string | undefined => present(parts, ...POSTS)[0];

/** The posts of a thread; a single post is a thread of one. */
export function postsOf(parts: Parts): string[] {
  const name = drawnPart(parts) ?? "";
  return [...listOf(parts, name), textOf(parts, name)].filter((post) => post.trim());
}

/** Hashtags with their sign, whether or not the part has it. */
export const hashtagsOf = (parts: Parts): string[] =>
  listOf(parts, "hashtags")
    .map((tag) => tag.trim())
    .filter(Boolean)
    .map((tag) => (tag.startsWith("#") ? tag : `#${tag}`));

/** A name as a handle, without "@": letters, digits and underscores. */
export const handleOf = (name: string): string =>
  name
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[łŁ]/g, "l")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^_+|_+$/g, "") || "brand";
