import { expect, test } from "vitest";
import { PATHS } from "../../app/src/paths";
import hideable from "../hideable.json";
import { withHideable } from "./hideable";

const condition = "{% if 'pricing' not in frame.brand.hidden %}";

test("every page that may be hidden exists", () => {
  expect(Object.keys(PATHS)).toEqual(expect.arrayContaining(hideable));
});

test("an entry and a button vanish with the page that they lead to", () => {
  const entry = '<li><a href="/pricing">Prices</a></li>';
  const button = '<a class="button" href="/pricing?x=1#y">Prices</a>';
  expect(withHideable(`<ul>${entry}</ul>${button}`, "en")).toBe(
    `<ul>${condition}${entry}{% endif %}</ul>${condition}${button}{% endif %}`,
  );
});

test("in a sentence the text of the link stays", () => {
  const link = '<a href="/cennik">cenniku</a>';
  expect(withHideable(`<p>Ceny są w ${link}.</p>`, "pl")).toBe(
    `<p>Ceny są w ${condition}${link}{% else %}cenniku{% endif %}.</p>`,
  );
});

test("links to other pages, and addresses that only begin alike, stay as they are", () => {
  const html = '<a href="/pricing-old">x</a><li><a href="/docs/help">y</a> and more</li>';
  expect(withHideable(html, "en")).toBe(html);
});
