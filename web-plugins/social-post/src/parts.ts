import { listOf, type Previewed, textOf } from "@sitewright/sdk";

type Parts = Previewed["parts"];

/** The posts of a thread; a single post is a thread of one. */
export function postsOf(parts: Parts): string[] {
  const thread = listOf(parts, "thread").filter(Boolean);
  return thread.length ? thread : [textOf(parts, "post")].filter(Boolean);
}

/** Hashtags as they are written, whether or not they came with their sign. */
export const hashtagsOf = (parts: Parts): string[] =>
  listOf(parts, "hashtags")
    .map((tag) => tag.trim())
    .filter(Boolean)
    .map((tag) => (tag.startsWith("#") ? tag : `#${tag}`));

/** A name as a network writes it behind "@": letters, digits and underscores. */
export const handleOf = (name: string): string =>
  name
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[łŁ]/g, "l")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^_+|_+$/g, "") || "brand";
