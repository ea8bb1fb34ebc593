import { isOwnPicture } from "@sitewright/ui/own-picture";
import { mergeAttributes, Node } from "@tiptap/core";
import type { Node as Content, DOMOutputSpec } from "@tiptap/pm/model";

/** Attributes of the element that hold those of the picture, for copies to other places of a text. */
const dataOf = ({ attrs: { src, alt, title } }: Content) => ({
  "data-picture": src,
  "data-alt": alt,
  "data-caption": title,
});

/** A picture of this site, as it will look, with its caption. */
function ownPicture(node: Content): DOMOutputSpec {
  const { src, alt, title } = node.attrs;
  const image: DOMOutputSpec = ["img", { src, alt, draggable: "false" }];
  const caption: DOMOutputSpec[] = title ? [["span", { class: "sw-picture-caption" }, title]] : [];
  const isBare = alt.trim() === "" || undefined;
  return ["span", { class: "sw-picture", "data-bare": isBare, ...dataOf(node) }, image, ...caption];
}

const attrsOf = (src: string | null, alt: string | null, title: string | null) =>
  isOwnPicture(src) && { src, alt: alt ?? "", title: title || null };

/** A picture: one of this site is shown, another is its description, since loading it would reveal the reader. */
export const Picture = Node.create({
  name: "image",
  group: "inline",
  inline: true,
  atom: true,
  draggable: true,
  addAttributes: () => ({ src: { default: "" }, alt: { default: "" }, title: { default: null } }),
  renderHTML: ({ node, HTMLAttributes }) => {
    if (isOwnPicture(node.attrs.src)) return ownPicture(node);
    const look = { class: "document-picture", role: "img", "aria-label": node.attrs.alt };
    const attributes = mergeAttributes(look, HTMLAttributes, { src: null, alt: null });
    return ["span", attributes, node.attrs.alt || node.attrs.src];
  },
  parseHTML: () => [
    {
      tag: "span[data-picture]",
      getAttrs: ({ dataset: { picture = null, alt = null, caption = null } }) =>
        attrsOf(picture, alt, caption),
    },
    {
      tag: "img[src]",
      getAttrs: (image) =>
        attrsOf(image.getAttribute("src"), image.getAttribute("alt"), image.getAttribute("title")),
    },
  ],
});
