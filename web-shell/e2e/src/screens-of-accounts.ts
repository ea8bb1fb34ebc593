import { addClients, addHistory } from "./history.ts";
import { all, each, press, type Screens, sees } from "./screen.ts";
import { button } from "./shell.ts";
import { enterAsAdministrator } from "./staff.ts";
import { expect, type Stage } from "./test.ts";

const KIT = {
  name: "Piekarnia Pod Lipą",
  description: "Rzemieślnicza piekarnia na poznańskich Jeżycach: chleb na zakwasie i bułki od szóstej rano.",
  tone: "ciepło, konkretnie",
  avoid: ["tani", "promocja", "najlepszy w mieście"],
  facts: ["Ponad 35 lat przy piecu", "Telefon: +48 61 123 45 67"],
  glossary: [{ source: "zakwas", target: "sourdough starter" }],
};

const DOMAIN = "podlipą.pl";

/** Adds a project for Poland without the screen. */
const addProject = ({ api }: Stage, domain = DOMAIN) =>
  api.post("/api/project/addProject", { domain, language_code: "pl", location_code: 2616 });
const openSelector = ({ page, t }: Stage) => button(page, `${DOMAIN}, ${t("layout.project.choose")}`).click();
const opensMenu = ({ ui }: Stage) => ui.button("layout.project.more", { domain: DOMAIN });
const deletes = ({ ui }: Stage) => ui.menuItem("layout.project.delete", { domain: DOMAIN });

async function addTwoProjects(stage: Stage) {
  await addProject(stage, "sklep.piekarnia-pod-lipa-i-kasztanem.pl");
  await addProject(stage);
}

/** What the onboarding has read on a website. */
const FOUND = [
  ["name", "Piekarnia Pod Lipą"],
  ["description", "Rodzinna piekarnia na poznańskich Jeżycach: chleb na zakwasie i bułki od szóstej rano."],
  ["tone", "na „ty”, do klientów po imieniu, krótkie zdania"],
  ["address", "Adres: ul. Lipowa 1, 60-001 Poznań"],
  ["phone", "Telefon: 61 123 45 67"],
  ["hours", "Godziny otwarcia: pon.–pt. 6:00–18:00; sob. 7:00–14:00; niedz. zamknięte"],
  ["founded", "Rok założenia: 1987"],
  ["offer", "Chleb żytni: 12,90 zł"],
] as const;

/** The onboarding after the website was read, as the page keeps it. */
async function begin({ page }: Stage) {
  const [[, name], [, description], [, tone], ...facts] = FOUND;
  const kit = {
    ...KIT,
    name,
    description,
    tone,
    audience: "",
    avoid: [],
    facts: facts.map(([, text]) => text),
    glossary: [],
  };
  const url = "https://podlipa.pl/";
  const found = FOUND.map(([kind, text], place) => ({ kind, text, url: place < 3 ? url : `${url}kontakt` }));
  const pages = [url, `${url}kontakt`].map((url) => ({ url, problem: null }));
  const proposal = {
    url,
    brandKit: kit,
    found,
    business: "local",
    topic: "Chleb na zakwasie",
    language: "pl",
    words: 0,
    pages,
  };
  const website = { domain: "podlipa.pl", location_code: null, language_code: null };
  const draft = { address: "podlipa.pl", hasSite: true, proposal, kit, website, order: null };
  await page.addInitScript((draft) => {
    if (!sessionStorage.getItem("sitewright.onboarding"))
      sessionStorage.setItem("sitewright.onboarding", draft);
  }, JSON.stringify(draft));
}

const projects: Screens = {
  "brand-kit-empty": { at: "brandKit", shows: sees.link("brand.empty.start") },
  "brand-kit-setup": { at: "brandKitSetup", shows: sees.button("brand.setup.read") },
  "brand-kit": {
    given: ({ api }) => api.put("/api/brand-kit", KIT),
    at: "brandKit",
    steps: ({ ui }) => expect(ui.field("brand.name.label")).toHaveValue(KIT.name),
  },
  "add-project": { at: "addProject", shows: sees.field("projects.field.domain") },
  "add-project-errors": {
    at: "addProject",
    steps: async ({ ui, watch }) => {
      watch.expect(422, /addProject$/);
      await ui.field("projects.field.domain").fill("com.pl");
      await ui.button("projects.add.submit").click();
      await expect(ui.field("projects.field.domain")).toHaveAttribute("aria-invalid", "true");
    },
  },
  "project-menu-narrow": {
    narrow: true,
    given: (stage) => addProject(stage),
    at: "dashboard",
    steps: async (stage) => {
      await stage.page.setViewportSize({ width: 360, height: 740 });
      await stage.ui.button("layout.menu.open").click();
      await openSelector(stage);
    },
    shows: opensMenu,
  },
  "project-menu": {
    wide: true,
    given: addTwoProjects,
    at: "dashboard",
    steps: openSelector,
    shows: opensMenu,
  },
  "project-menu-many": {
    given: async (stage) => {
      await addClients(stage);
      await addProject(stage);
    },
    wide: true,
    at: "dashboard",
    steps: async (stage) => {
      await openSelector(stage);
      await opensMenu(stage).click();
    },
    shows: deletes,
  },
  "project-edit": {
    given: addTwoProjects,
    at: "projects",
    steps: async (stage) => {
      await opensMenu(stage).click();
      await stage.ui.menuItem("layout.project.edit").click();
    },
    shows: sees.dialog("layout.project.editTitle", { domain: DOMAIN }),
  },
  "projects-none": { at: "projects", shows: sees.heading("projects.list.emptyTitle") },
  projects: {
    given: async (stage) => {
      for (const [place, project] of (await addClients(stage)).entries())
        await addHistory(stage, { project, days: 26 - place * 2, perDay: (place % 3) + 1 });
    },
    at: "projects",
    shows: ({ page }) => page.getByRole("row").nth(5),
  },
  "projects-not-found": {
    given: addTwoProjects,
    at: "projects",
    query: "?q=xyzzy",
    shows: sees.text("projects.list.noneFound"),
  },
  "project-delete": {
    given: addTwoProjects,
    at: "dashboard",
    steps: async (stage) => {
      await openSelector(stage);
      await opensMenu(stage).click();
      await deletes(stage).click();
    },
    shows: sees.dialog("layout.project.deleteTitle", { domain: DOMAIN }),
  },
  "onboarding-site": { at: "onboarding", shows: sees.field("brand.setup.address") },
  "onboarding-site-refused": {
    at: "onboarding",
    steps: async ({ ui, watch }) => {
      watch.expect(422, /proposal$/);
      await ui.field("brand.setup.address").fill("podlipa.example.com:1");
      await ui.button("brand.setup.read").click();
    },
    shows: sees.button("brand.step.goOn"),
  },
  "onboarding-no-site": {
    at: "onboarding",
    steps: press("brand.step.noSite"),
    shows: sees.field("brand.step.sentence"),
  },
  "onboarding-facts": { given: begin, at: "onboarding", shows: sees.button("brand.step.right") },
  "onboarding-facts-edit": {
    given: begin,
    at: "onboarding",
    steps: ({ ui, t }) => ui.button("brand.step.change", { label: t("brand.name.label") }).click(),
    shows: sees.field("brand.name.label"),
  },
  "onboarding-business": {
    given: begin,
    at: "onboarding",
    query: "?step=business",
    shows: sees.text("onboarding.business.proposed"),
  },
  ...each(["local", "shop"], (business) => ({
    [`onboarding-text-${business}`]: {
      given: async (stage) => {
        await begin(stage);
        await stage.api.patch("/api/user", { business });
      },
      at: "onboarding",
      query: "?step=text",
      shows: ({ page }) => page.getByRole("main").getByRole("article").first(),
    },
  })),
};

/** Creates a key and shows its secret. */
async function makeKey({ ui }: Stage) {
  await ui.button("settings.keys.new").click();
  await ui.field("settings.keys.name").fill("Claude");
  await ui.button("settings.keys.make").click();
}

const keys: Screens = {
  "settings-keys": {
    steps: async (stage) => {
      await expect(stage.ui.text("settings.keys.none")).toBeVisible();
      await makeKey(stage);
      await stage.ui.button("settings.keys.done").click();
    },
    shows: sees.button("settings.keys.revokeOf", { name: "Claude" }),
  },
  "settings-new-key": {
    steps: async ({ ui }) => {
      await ui.button("settings.keys.new").click();
      await ui.checkbox("settings.keys.someTools").check();
    },
    shows: ({ page, t }) => page.getByRole("group", { name: t("settings.keys.tools") }),
  },
  "settings-key-shown": { steps: makeKey, shows: sees.field("settings.keys.secret") },
};

/** Adds a webhook and shows its key. */
async function addWebhook({ ui }: Stage) {
  await ui.button("webhooks.list.add").click();
  const form = ui.in(ui.dialog("webhooks.list.add"));
  await form.field("webhooks.add.url").fill("https://example.com/hooks/sitewright");
  await form.button("webhooks.add.go").click();
}

const webhooks: Screens = {
  "settings-webhooks": {
    steps: async (stage) => {
      await expect(stage.ui.text("webhooks.list.none")).toBeVisible();
      await addWebhook(stage);
      await stage.ui.button("webhooks.add.done").click();
    },
    shows: sees.button("webhooks.log.goOf", { url: "https://example.com/hooks/sitewright" }),
  },
  "settings-webhook-add": { steps: press("webhooks.list.add"), shows: sees.field("webhooks.add.url") },
  "settings-webhook-shown": { steps: addWebhook, shows: sees.field("webhooks.add.secret") },
};

const account: Screens = {
  ...all({ at: "settingsWebhooks" }, webhooks),
  ...all({ at: "settingsKeys" }, keys),
  "verify-email": { setup: "proving", at: "dashboard", shows: sees.button("accounts.verify.again") },
  "change-password": { at: "changePassword", shows: sees.button("accounts.change.save") },
  "settings-info": { at: "settingsInfo", shows: sees.button("settings.profile.save") },
  "settings-security": {
    at: "settingsSecurity",
    steps: press("settings.second.begin"),
    shows: ({ page, ui, t }) => [
      page.getByRole("img", { name: t("settings.second.picture") }),
      ui.text("settings.sessions.here"),
    ],
  },
  "settings-billing-used": {
    setup: "connected",
    given: async (stage) => {
      await addHistory(stage, { project: null });
      const ended = stage.catalogue.run("facebook-post", { topic: "Bread", variants: 1, language: "en" });
      const call = await stage.model.call();
      stage.model.answer((next) => next.say("Bread from seven in the morning."));
      call.writeWords("Bread from seven in the morning.");
      call.end();
      await ended;
    },
    at: "settingsBilling",
    shows: ({ page, ui }) => [page.getByRole("slider"), ui.text("settings.billing.settle")],
  },
  "settings-billing": { at: "settingsBilling", shows: sees.text("settings.billing.free") },
  "settings-model": { at: "settingsModel", shows: sees.text("settings.model.notInPlan") },
  "settings-connections": {
    at: "settingsConnections",
    steps: async ({ ui }) => {
      await ui.combobox("connections.field.kind").fill("shoper");
      await ui.field("connections.field.host").fill("sklep.example.pl");
      await ui.field("connections.field.secret").fill("0123456789abcdef");
      await ui.button("connections.add.submit").click();
    },
    shows: sees.button("connections.list.changeOf", { name: "sklep.example.pl" }),
  },
};

const plans: Screens = {
  checkout: {
    at: "checkout",
    steps: async ({ page, ui, t }) => {
      await page.getByText(t("plans.period.annual"), { exact: true }).click();
      await ui.button("plans.card.chooseName", { plan: "Pro" }).click();
      await ui.button("plans.request.send").click();
    },
    shows: sees.button("plans.request.withdraw"),
  },
  "checkout-sure": {
    at: "checkout",
    steps: ({ ui }) => ui.button("plans.card.chooseName", { plan: "Pro" }).click(),
    shows: sees.button("plans.request.send"),
  },
  "admin-products": {
    given: async ({ api, language }) => {
      await api.post("/api/plan/request", { product_id: 2, period: "annual" });
      await enterAsAdministrator(api, language);
    },
    at: "adminProducts",
    shows: ({ ui }) => [ui.text("products.requests.lead"), ui.region("products.list.title")],
  },
  "admin-product": {
    admin: true,
    at: "adminProducts",
    query: "?plan=0",
    steps: ({ ui }) => ui.radio("products.tools.some").check(),
    shows: sees.text("products.effect.title"),
  },
};

/** Projects with their brand kits, the settings of an account, and plans. */
export const accounts: Screens = { ...projects, ...account, ...plans };
