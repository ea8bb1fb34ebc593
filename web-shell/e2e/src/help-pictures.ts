import { titleOf } from "./catalogue.ts";
import type { Picture } from "./help-camera.ts";
import { register } from "./person.ts";
import { field } from "./shell.ts";
import { expect, type Stage } from "./test.ts";
import { either } from "./topic.ts";

const TOPIC = {
  en: "Sourdough rolls are back on Saturday, from 7 a.m., 4 for £5",
  pl: "Od soboty wracają rogale z makiem, od 7:00, 4 sztuki za 20 zł",
};

const POSTS = {
  en: [
    "Saturday smells of sourdough again.\n\nFrom 7 a.m. the rolls are back on our counter: 4 for £5, still warm if you come early.\n\nHow many should we keep for you?\n\n#sourdough #bakery",
    "Four rolls, £5, one good Saturday.\n\nSourdough rolls are back from 7 a.m. Last time they were gone by ten.\n\n#sourdough #bakery",
    "You asked, we baked: sourdough rolls are back.\n\nSaturday, from 7 a.m., 4 for £5.\n\n#sourdough #bakery",
  ],
  pl: [
    "Sobota znów pachnie makiem.\n\nOd 7:00 rogale wracają na ladę: 4 sztuki za 20 zł, a dla rannych ptaszków jeszcze ciepłe.\n\nIle Wam odłożyć?\n\n#rogale #piekarnia",
    "Cztery rogale, 20 zł, jedna dobra sobota.\n\nOd 7:00 znów mamy rogale z makiem. Ostatnio o dziesiątej nie było już ani jednego.\n\n#rogale #piekarnia",
    "Pytaliście, więc są: rogale z makiem wracają.\n\nW sobotę od 7:00, 4 sztuki za 20 zł.\n\n#rogale #piekarnia",
  ],
};

const KIT = {
  en: {
    name: "Linden Bakery",
    description:
      "A family bakery in York: sourdough bread and rolls from our own oven, baked at night, sold in the morning.",
    audience: "Families from the neighbourhood who want to know what is in their bread.",
    tone: "warm, plain, a little witty",
    avoid: ["cheap", "best in town"],
    facts: ["Open Mon–Sat 7 a.m.–2 p.m., 12 Mill Lane, York", "All bread without added yeast"],
  },
  pl: {
    name: "Piekarnia Pod Lipą",
    description:
      "Rodzinna piekarnia w Poznaniu: chleb i rogale na zakwasie z własnego pieca, wypiekane nocą, sprzedawane rano.",
    audience: "Rodziny z okolicy, które chcą wiedzieć, co jest w chlebie.",
    tone: "ciepło, konkretnie, z lekkim humorem",
    avoid: ["tani", "najlepszy w mieście"],
    facts: [
      "Czynne od poniedziałku do soboty, 7:00–14:00, ul. Młyńska 12",
      "Każdy chleb bez dodatku drożdży",
    ],
  },
};

const TABLE = {
  en: "Product name,Features,Price\nRye loaf,rye flour|24 hours of rest,6\nSpelt rolls,spelt flour|baked at night,4\nPoppy seed roll,poppy seed|almonds,3\n",
  pl: "Nazwa produktu,Cechy,Cena\nChleb żytni,mąka żytnia|24 godziny wyrastania,18\nBułki orkiszowe,mąka orkiszowa|wypiekane nocą,12\nRogal z makiem,mak|migdały,9\n",
};

const PAGE = {
  en: {
    topic:
      "Sourdough bread and rolls from Linden Bakery in York, delivered to your door every Saturday. Order until Thursday evening.",
    keyword: "sourdough bread delivery",
  },
  pl: {
    topic:
      "Chleb i rogale na zakwasie z Piekarni Pod Lipą w Poznaniu, co sobotę z dostawą do domu. Zamówienia do czwartku wieczorem.",
    keyword: "chleb na zakwasie z dostawą",
  },
};

const WIDE = { width: 1440, height: 900 };

const CLIENTS = {
  en: ["linden-bakery.example.com", "north-cycles.example.com", "atelier-rose.example.com"],
  pl: ["piekarnia-pod-lipa.example.com", "rowery-polnoc.example.com", "atelier-roza.example.com"],
};

/** The model writes these posts, a different one for each variant. */
const writesPosts = ({ model, language }: Stage) =>
  model.answer((call) => {
    call.writeWords(POSTS[language].slice(0, call.ordered).join("\n===\n"));
    call.end();
  });

/** The machine that takes the pictures need not have a font with emoji. */
async function withoutEmoji(stage: Stage) {
  const { page, catalogue } = stage;
  const tool = await catalogue.tool("facebook-post");
  await page.getByRole("combobox", { name: titleOf(tool, "emoji") }).click();
  await page.getByRole("option", { name: either(stage, "None", "Bez emoji") }).click();
}

async function fillTopic({ page, catalogue, ui, language }: Stage) {
  await ui.openTool();
  const tool = await catalogue.tool("facebook-post");
  await field(page, titleOf(tool, "topic")).fill(TOPIC[language]);
}

async function project({ api, language }: Stage, domain: string) {
  const [place, code] = language === "pl" ? [2616, "pl"] : [2826, "en"];
  await api.post("/api/project/addProject", { domain, location_code: place, language_code: code });
}

/** A user with a project and its brand kit. */
async function settle(stage: Stage) {
  await enter(stage);
  await project(stage, CLIENTS[stage.language][0] ?? "");
  await stage.api.put("/api/brand-kit", { ...KIT[stage.language], glossary: [] });
}

const enter = ({ api, language }: Stage) => register(api, language);

const writing: Record<string, Picture> = {
  tools: {
    steps: async (stage) => {
      await settle(stage);
      await stage.ui.open("tools");
      await expect(stage.page.getByRole("article").first()).toBeVisible();
    },
  },
  "post-form": {
    setup: "connected",
    steps: async (stage) => {
      await settle(stage);
      await fillTopic(stage);
      await stage.page.mouse.click(1, 1);
    },
    of: ({ ui }) => [ui.button("sdk.form.example"), ui.button("sdk.form.submit")],
    around: 20,
  },
  "post-result": {
    setup: "connected",
    size: WIDE,
    steps: async (stage) => {
      await settle(stage);
      writesPosts(stage);
      await fillTopic(stage);
      await stage.ui.button("sdk.form.submit").click();
      await expect(stage.ui.link("sdk.result.open")).toBeVisible();
    },
    // Without the inspector, which shows how long the run took.
    of: ({ page, ui }) => [
      page.getByRole("article").first().getByRole("figure").first(),
      ui.text("sdk.preview.label").first(),
      ui.button("sdk.bench.more"),
      page.getByRole("button", { name: ui.t("sdk.result.copyShort") }).first(),
    ],
    around: 20,
  },
  titles: {
    size: WIDE,
    steps: async (stage) => {
      const { page, catalogue, ui, language } = stage;
      await settle(stage);
      await ui.openTool("seo-metatags");
      const tool = await catalogue.tool("seo-metatags");
      await field(page, titleOf(tool, "page_topic")).fill(PAGE[language].topic);
      await field(page, titleOf(tool, "keyword")).fill(PAGE[language].keyword);
      await ui.button("sdk.form.submit").click();
      await expect(ui.link("sdk.result.open")).toBeVisible();
    },
    of: ({ page, ui }) => [
      page.getByRole("figure", { name: ui.t("seo-metatags.search.title") }),
      page.getByRole("textbox", { name: ui.t("seo-metatags.search.address") }),
    ],
    most: 460,
  },
  networks: {
    setup: "connected",
    size: WIDE,
    steps: async (stage) => {
      const { page, ui, catalogue, language } = stage;
      await settle(stage);
      writesPosts(stage);
      await ui.open("posts");
      const tool = await catalogue.tool("facebook-post");
      await field(page, titleOf(tool, "topic")).fill(TOPIC[language]);
      await page.locator("button[type=submit]").click();
      await expect(page.getByRole("figure").first()).toBeVisible();
      await expect(ui.link("sdk.result.open").first()).toBeVisible();
    },
    of: ({ page }) => [page.getByRole("tablist").first(), page.getByRole("figure").first()],
    most: 264,
  },
  draft: {
    size: WIDE,
    steps: async (stage) => {
      await settle(stage);
      await fillTopic(stage);
      await withoutEmoji(stage);
      await stage.ui.button("sdk.form.submit").click();
      await expect(stage.ui.link("sdk.result.open")).toBeVisible();
    },
    of: ({ page, ui }) => [ui.text("sdk.bench.draft").first(), page.getByRole("article").first()],
    most: 480,
  },
};

async function fillArchive(stage: Stage) {
  const { api, catalogue, language } = stage;
  const topics = either(
    stage,
    "Sourdough rolls on Saturday|Easter orders until Thursday|We are looking for a baker|New opening hours in May",
    "Rogale z makiem w sobotę|Zamówienia świąteczne do czwartku|Szukamy piekarza|Nowe godziny otwarcia w maju",
  ).split("|");
  const ids: string[] = [];
  for (const topic of topics)
    ids.push(await catalogue.run("facebook-post", { topic, language, emoji: "none" }));
  await api.post("/api/folders", { name: either(stage, "Spring", "Wiosna") });
  await api.post("/api/folders", { name: either(stage, "Newsletters", "Newslettery") });
  return ids;
}

const keeping: Record<string, Picture> = {
  archive: {
    size: { width: 1200, height: 760 },
    steps: async (stage) => {
      await settle(stage);
      await fillArchive(stage);
      await stage.ui.open("archive");
      await expect(stage.ui.rows()).toHaveCount(4);
    },
    most: 520,
  },
  share: {
    steps: async (stage) => {
      await settle(stage);
      const [id = ""] = await fillArchive(stage);
      await stage.ui.open("document", { document: id });
      await stage.ui.more("sharing.share.go");
      await expect(stage.ui.button("sharing.share.make")).toBeVisible();
    },
    of: ({ page }) => [page.getByRole("dialog")],
  },
  "bulk-columns": {
    steps: async (stage) => {
      await settle(stage);
      await stage.ui.open("newBulk", {}, "?tool=product-description");
      await stage.ui.choose(either(stage, "bread.csv", "pieczywo.csv"), TABLE[stage.language]);
      await expect(stage.ui.button("bulk.action.start", { count: 3 })).toBeEnabled();
    },
    of: ({ page }) => [page.locator("[aria-labelledby=bulk-columns]")],
  },
  "bulk-price": {
    setup: "connected",
    steps: async (stage) => {
      await settle(stage);
      await stage.ui.open("newBulk", {}, "?tool=product-description");
      await stage.ui.choose(either(stage, "bread.csv", "pieczywo.csv"), TABLE[stage.language]);
      await expect(stage.ui.button("bulk.action.start", { count: 3 })).toBeEnabled();
    },
    of: ({ page }) => [page.locator("[aria-labelledby=bulk-price]")],
  },
};

const setup: Record<string, Picture> = {
  "brand-kit": {
    steps: async (stage) => {
      await settle(stage);
      await stage.ui.open("brandKit");
      await expect(stage.ui.field("brand.tone.label")).toHaveValue(KIT[stage.language].tone);
    },
    most: 720,
  },
  projects: {
    steps: async (stage) => {
      await enter(stage);
      for (const domain of CLIENTS[stage.language]) await project(stage, domain);
      await stage.ui.open("brandKit");
      await stage.page.getByRole("button", { name: stage.t("layout.project.choose") }).click();
      await expect(stage.ui.link("layout.project.add")).toBeVisible();
    },
    of: ({ page, t }) => [
      page.getByRole("button", { name: t("layout.project.choose") }),
      page.getByRole("dialog"),
    ],
  },
  words: {
    steps: async (stage) => {
      await settle(stage);
      await stage.ui.open("settingsBilling");
      await expect(stage.ui.text("settings.billing.plan").first()).toBeVisible();
    },
    most: 520,
  },
};

/** All pictures of the help by name. */
export const PICTURES: Record<string, Picture> = { ...writing, ...keeping, ...setup };
