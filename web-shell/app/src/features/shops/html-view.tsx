import { Box } from "@mantine/core";
import { createElement, Fragment, type ReactNode, useMemo } from "react";
import { useTexts } from "../../i18n/use-texts";
import { parsed } from "./html-text";

/** Elements that are drawn as they are, without their attributes. All others are drawn as their content. */
const DRAWN =
  "P UL OL LI DL DT DD STRONG B EM I U S SUB SUP SMALL BR HR BLOCKQUOTE PRE CODE TABLE THEAD TBODY TFOOT TR TH TD CAPTION".split(
    " ",
  );
/** Elements of which nothing is drawn. */
const LEFT_OUT = ["SCRIPT", "STYLE", "TEMPLATE", "NOSCRIPT", "HEAD", "TITLE"];
/** Elements that load something, which would reveal the reader: their names are drawn. */
const FRAMES = ["IFRAME", "VIDEO", "AUDIO", "OBJECT", "EMBED"];
const EMPTY = ["BR", "HR"];

/**
 * HTML of a shop as customers see it, without the shop's style. Elements are made one by one: no attribute of the text
 * reaches the page, so nothing in it can run, load or lead away.
 */
export function HtmlView({ html }: { html: string }) {
  const body = useMemo(() => parsed(html).body, [html]);
  return <Box className="sw-markdown shop-html">{drawn(body)}</Box>;
}

/** The content of an element; its parts never change their order, so they need no keys. */
const drawn = (parent: Element): ReactNode =>
  createElement(Fragment, null, ...[...parent.childNodes].map((node) => createElement(Drawn, { node })));

function Drawn({ node }: { node: Node }): ReactNode {
  const { t } = useTexts("shops");
  if (node.nodeType === Node.TEXT_NODE) return node.nodeValue;
  if (!(node instanceof Element)) return null;
  const name = node.tagName.toUpperCase();
  if (LEFT_OUT.includes(name)) return null;
  if (name === "IMG") return <em>{t("shops.compare.image", { text: node.getAttribute("alt") ?? "" })}</em>;
  if (FRAMES.includes(name)) return <em>{t("shops.compare.frame")}</em>;
  // Headings of the text are no headings of the page, whose outline would have gaps.
  if (/^H[1-6]$/.test(name)) return <p className="shop-heading">{drawn(node)}</p>;
  if (name === "A") return <u>{drawn(node)}</u>;
  if (DRAWN.includes(name))
    return createElement(name.toLowerCase(), null, EMPTY.includes(name) ? undefined : drawn(node));
  return /^(DIV|SECTION|ARTICLE|FIGURE)$/.test(name) ? <div>{drawn(node)}</div> : drawn(node);
}
