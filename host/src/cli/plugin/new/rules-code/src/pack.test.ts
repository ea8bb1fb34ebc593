import { MemorySite } from "@sitewright/plugin-sdk/testing";
import { expect, test } from "vitest";
import pack from "./pack";

test("an image without alt is found, and decoration is not", () => {
  const site = new MemorySite()
    .page({ url: "https://site.example/" }, { images: [{ src: "/table.jpg" }, { src: "/a.jpg", alt: "A" }] })
    .page({ url: "https://site.example/b" }, { images: [{ src: "/line.jpg", alt: "" }] });
  expect(site.broken(pack, 0)).toEqual(["images-without-alt"]);
  expect(site.broken(pack, 1)).toEqual([]);
  site.settings = '{"images-without-alt": {"most": 1}}';
  expect(site.check(pack)).toEqual([]);
});

test("a page with missing images is found once", () => {
  const image = { kind: 3, source: 0, target: 1 };
  const site = new MemorySite()
    .page(
      { url: "https://site.example/" },
      { images: [{ src: "/fine.jpg", alt: "" }, { alt: "" }, { alt: "" }] },
    )
    .add("references", { ...image, status: 200 })
    .add("references", { ...image, row: 1, status: 404 }, { ...image, row: 2, status: 410 });
  const [found, ...others] = site.check(pack);
  expect(found).toMatchObject({ rule: "images-missing", values: { status: 404 }, evidence: [["images", 1]] });
  expect(others).toEqual([]);
});
