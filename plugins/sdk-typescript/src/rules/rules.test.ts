import { expect, test } from "vitest";
import { MemorySite } from "../testing";
import { known, letters, pack, pageRule, type Rule, siteRule, UNKNOWN } from ".";
import { Batch, COLUMNS } from "./rows";

const texts = {
  en: { name: "Pack", summary: "Checks things." },
  pl: { name: "Pakiet", summary: "Sprawdza różne rzeczy." },
};

/** The file of a rule. */
function file(id: string, more: object = {}) {
  const said = { title: "Title", what: "{n}", why: "Why.", fix: "Fix." };
  const params = { most: { default: 2, min: 0, max: 5, en: "Most", pl: "Najwięcej" } };
  const rule = { id, severity: "warning", scope: "page", score: false, params, values: { n: "number" } };
  return { ...rule, en: said, pl: { ...said, title: "Tytuł" }, ...more };
}

const of = (...rules: Rule[]) => pack({ texts, category: "things", tables: ["links", "known"], rules });

test("cells and texts are read by their columns, and texts by their bytes", () => {
  const seen: unknown[] = [];
  const look = pageRule(file("look"), (page) => {
    seen.push(
      page.url,
      page.title,
      page.description,
      page.noindex,
      page.depth,
      page.simhash,
      page.isDocument,
    );
    seen.push(page.links.map((link) => [link.index, link.href, link.text, link.newTab]));
  });
  new MemorySite()
    .page(
      { url: "/żółw", title: "🐢", noindex: true, depth: UNKNOWN, simhash: 2n ** 63n },
      { links: [{ text: "Ł" }] },
    )
    .page(
      { status: 404, description: "" },
      {
        links: [
          { href: "a", newTab: true },
          { href: "", text: "\ufeffb" },
        ],
      },
    )
    .check(of(look));
  expect(seen).toEqual([
    ...["/żółw", "🐢", undefined, true, UNKNOWN, 2n ** 63n, true, [[0, undefined, "Ł", false]]],
    ...["", undefined, "", false, 0, 0n, false],
    [
      [1, "a", "", true],
      [2, "", "\ufeffb", false],
    ],
  ]);
});

test("a table of another version of the host is read as far as it goes", () => {
  const { cell = 0 } = COLUMNS.links.find(({ property }) => property === "href") ?? {};
  expect(cell).toBe(0);
  const narrow = { width: 2, cells: Uint32Array.from([0, 3, UNKNOWN, 0]), text: "abc" };
  const [first, second] = new Batch(["links"], [narrow]).rows("links");
  expect([first?.href, second?.href, first?.url, first?.fragment, first?.place]).toEqual([
    "abc",
    undefined,
    "",
    undefined,
    0,
  ]);
  const wide = { width: 99, cells: new Uint32Array(99), text: "" };
  expect(new Batch(["links"], [wide]).rows("links")).toHaveLength(1);
  expect(new Batch(["links"], []).rows("images")).toEqual([]);
});

test("a pack describes itself in both languages", () => {
  const systems = { fix_in: { shoper: "Panel." } };
  const told = { title: "T", what: "W", why: "Y", fix: "F" };
  const described = of(
    pageRule(file("one"), () => {}),
    siteRule(
      file("two", {
        scope: "site",
        needs: ["gsc"],
        en: { ...told, ...systems },
        pl: { ...told, ...systems },
      }),
      () => {},
    ),
  );
  const { name, tables, rules } = described.describe("pl");
  expect([name, tables]).toEqual(["Pakiet", ["pages", "links", "known"]]);
  expect(rules[0]).toMatchObject({
    id: "one",
    title: "Tytuł",
    severity: "warning",
    category: "things",
    scope: "page",
  });
  expect(rules[0]?.parameters).toEqual([{ name: "most", default: 2, min: 0, max: 5, label: "Najwięcej" }]);
  expect(rules[1]).toMatchObject({
    scope: "site",
    needs: ["gsc"],
    fixes: [{ system: "shoper", text: "Panel." }],
  });
  expect(described.describe("en").rules[0]?.title).toBe("Title");
});

test("a wrong file is named with what is wrong", () => {
  const wrong = (more: object) => () => of(pageRule(file("bad", more), () => {}));
  expect(wrong({ severity: "fatal" })).toThrow("checks/bad.toml: there is no severity `fatal`");
  expect(wrong({ scope: "site" })).toThrow('checks/bad.toml: its `scope` is not "page"');
  expect(wrong({ score: undefined })).toThrow("checks/bad.toml: `score` is true or false");
  expect(wrong({ pl: { title: "T", what: "W", why: " ", fix: "F" } })).toThrow(
    "checks/bad.toml: `why` is a text",
  );
  expect(wrong({ params: { most: { default: 1, min: 0, max: 2, en: "Most" } } })).toThrow("`pl` is a text");
  expect(wrong({ en: { ...file("x").en, fix_in: { shoper: "F" } } })).toThrow("fixes for different systems");
  const twice = pageRule(file("bad"), () => {});
  expect(() => of(twice, twice)).toThrow("two rules of this name");
});

test("parameters have the numbers of the project, within their range", () => {
  const site = new MemorySite().page({});
  const report = pageRule(file("rule"), (_page, settings, report) => {
    report.found().number("n", settings.count("most"));
  });
  for (const [settings, expected] of [
    ["{}", 2],
    ['{"rule": {"most": 3.9}}', 3],
    ['{"rule": {"most": 70}}', 5],
    ['{"rule": {"most": "1"}, "other": false}', 2],
  ] as const) {
    site.settings = settings;
    expect(site.check(of(report))[0]?.values, settings).toEqual({ n: expected });
  }
  site.settings = '{"rule": false}';
  expect(site.check(of(report))).toEqual([]);
  const unknown = pageRule(file("rule"), (_page, settings) => settings.number("least"));
  site.settings = "{}";
  expect(() => site.check(of(unknown))).toThrow('no parameter "least"');
  const day = pageRule(file("rule"), (_page, settings, report) =>
    report.found().number("n", settings.today()),
  );
  expect(site.check(of(day))[0]?.values).toEqual({ n: 20_454 });
});

test("values are cut, and evidence is limited and of tables of the pack", () => {
  const values = { text: "text", url: "url" };
  const site = new MemorySite().page({}, { links: Array.from({ length: 120 }, () => ({ href: "a" })) });
  const found = pageRule(file("rule", { values }), (page, _settings, report) => {
    const long = report
      .found()
      .severity("notice")
      .text("text", `\n${"ż".repeat(400)}`);
    long.url("url", "x".repeat(600)).evidences(page.links);
  });
  const [told] = site.check(of(found));
  expect(told?.severity).toBe("notice");
  expect(told?.values).toEqual({ text: ` ${"ż".repeat(299)}…`, url: "x".repeat(600) });
  expect([told?.evidence.length, told?.evidence[99]]).toEqual([100, ["links", 99]]);
  const reference = siteRule(file("rule", { scope: "site" }), (site, _settings, report) => {
    for (const reference of site.references()) {
      report.page(0).number("n", 1).reference(reference);
    }
  });
  expect(() => site.add("references", { kind: 3 }).check(of(reference))).toThrow('name the table "images"');
});

test("a question has conditions and is answered in blocks", () => {
  const site = new MemorySite();
  site.add(
    "states",
    ...Array.from({ length: 2500 }, (_, number) => ({ number, flags: number % 64, status: 200 })),
  );
  site.add(
    "duplicates",
    { kind: 0, group: 1, page: 5 },
    { group: 1, page: 6, similarity: 900 },
    { group: 2, page: 7 },
  );
  site.add("duplicates", { kind: 1, group: 1, page: 8 });
  const seen: unknown[] = [];
  const ask = siteRule(file("rule", { scope: "site" }), (site) => {
    seen.push(
      site.states().count(),
      site.states().has("flags", 33).count(),
      site.states().hasNot("flags", 33).count(),
    );
    seen.push([...site.states().within("number", 1998, 2000).is("flags", 16)].map(({ number }) => number));
    seen.push(
      [...site.groups(0)].map(({ pages }) => pages.map(({ page, similarity }) => [page, similarity])),
    );
    seen.push(site.indexable().has(32), site.indexable().has(64), site.state(2499)?.status, site.url(9999));
  });
  site.check(of(ask));
  expect(seen).toEqual([
    ...[2500, 624, 626],
    [2000],
    [
      [
        [5, 0],
        [6, 900],
      ],
      [[7, 0]],
    ],
    ...[true, false, 200, ""],
  ]);
});

test("a check of the site reads pages and reports rows within them", () => {
  const site = new MemorySite();
  for (let page = 0; page < 60; page++) {
    site.page({ url: `/${page}` }, { links: [{ href: "a" }, { href: `/${page}` }] });
  }
  const check = siteRule(file("rule", { scope: "site" }), (site, _settings, report) => {
    for (const page of site.pages([0, ...Array.from({ length: 60 }, (_, number) => 59 - number), 999])) {
      if (page.number > 0) {
        report.page(page.number).number("n", page.number).evidences(page.links.slice(1));
      }
    }
    report.site().number("n", 0);
  });
  const found = site.check(of(check));
  expect(found).toHaveLength(60);
  expect(found[58]).toMatchObject({ page: 59, values: { n: 59 }, evidence: [["links", 1]] });
  expect(found[59]?.page).toBeUndefined();
});

test("many findings of a site are passed on before they fill the memory", () => {
  const sent: number[] = [];
  const source = {
    select: () => ({ rows: { width: 0, cells: new Uint32Array(), text: "" } }),
    pages: () => [],
    report: (findings: unknown[]) => sent.push(findings.length),
    now: () => 0n,
  };
  const many = (id: string) =>
    siteRule(file(id, { scope: "site" }), (_site, _settings, report) => {
      for (let page = 0; page < 600; page++) {
        report.page(page).number("n", page);
      }
    });
  of(many("one"), many("two")).checkSite("{}", {
    ...source,
    report: (findings) => void source.report(findings),
  });
  expect(sent).toEqual([500, 500, 200]);
});

test("what a service knows is read as JSON, and letters are characters", () => {
  const seen: unknown[] = [];
  const look = pageRule(file("rule"), (page) => {
    seen.push(known(page, "gsc"), known(page, "serp"), letters("żółw 🐢"));
  });
  new MemorySite().page({}, { known: [{ source: "gsc", json: '{"clicks": 3}' }] }).check(of(look));
  expect(seen).toEqual([{ clicks: 3 }, undefined, 6]);
});
