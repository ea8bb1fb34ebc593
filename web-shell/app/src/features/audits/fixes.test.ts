import { expect, test } from "vitest";
import { currentOf, fixOf, inputOf, lengthOf, picturesOf } from "./fixes";

const PAGE = {
  url: "https://meble.example.com/stoly/stol-dab.html",
  facts: { title: null, description: "Stół z dębu.", lang: "pl-PL" },
  headings: [
    { level: 1, text: " Stół dębowy " },
    { level: 2, text: "Wymiary" },
  ],
};

test("a finding about a text of a page is written by a tool, others are not", () => {
  expect(fixOf({ rule: "title-missing", page: 3 })).toBe("title");
  expect(fixOf({ rule: "h1-missing", page: 3 })).toBe("heading");
  expect(fixOf({ rule: "image-alt-missing", page: 3 })).toBe("alt");
  expect(fixOf({ rule: "sec-csp-missing", page: 3 })).toBeNull();
  expect(fixOf({ rule: "title-missing", page: null })).toBeNull();
});

test("the input of a tool is what the page says, in its language", () => {
  expect(inputOf("title", PAGE, ["pl", "en"])).toEqual({
    variants: 3,
    language: "pl",
    page_topic: "Stół z dębu.\nStół dębowy\nWymiary\nstol dab",
    keyword: "Stół dębowy",
  });
  expect(inputOf("title", { ...PAGE, headings: [] }, ["en"])).toEqual({
    variants: 3,
    page_topic: "Stół z dębu.\nstol dab",
    keyword: "stol dab",
  });
});

test("an image is written about by its address", () => {
  const values = { url: "https://meble.example.com/a.jpg", alt: "" };
  const evidence = [
    { table: "images", row: 0, values },
    { table: "images", row: 4, values },
    { table: "links", row: 1, values: { url: "https://meble.example.com/" } },
  ];
  const [picture, ...others] = picturesOf({ evidence });
  expect(others).toEqual([]);
  expect(inputOf("alt", PAGE, ["pl"], picture)).toEqual({
    variants: 3,
    language: "pl",
    image: values.url,
    title: "Stół dębowy",
  });
  expect(currentOf("alt", PAGE, picture)).toBe("");
});

test("the old text is that of the page, with its length", () => {
  expect(currentOf("title", PAGE)).toBe("");
  expect(currentOf("heading", PAGE)).toBe("Stół dębowy");
  expect(lengthOf("heading", "Stół dębowy")).toEqual({ characters: 11, pixels: null, most: null });
  expect(lengthOf("title", "Stół dębowy")).toMatchObject({ characters: 11, most: 561 });
  expect(lengthOf("title", "m".repeat(60)).pixels).toBeGreaterThan(561);
});
