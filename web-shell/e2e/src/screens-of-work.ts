import { titleOf } from "./catalogue.ts";
import { addClients, addHistory } from "./history.ts";
import { all, each, press, type Screens, sees } from "./screen.ts";
import { audits } from "./screens-of-audits.ts";
import { expect, type Stage } from "./test.ts";
import { either, sendTopic, TOPIC, write } from "./topic.ts";

const catalogue: Screens = {
  catalogue: { at: "tools", shows: ({ page }) => page.getByRole("article").first() },
  "catalogue-found": {
    at: "tools",
    query: "?q=google",
    shows: ({ page }) => page.getByRole("article").first(),
  },
  "catalogue-permissions": {
    wide: true,
    at: "tools",
    steps: async ({ catalogue, ui }) => {
      const { name } = await catalogue.tool("facebook-post");
      await ui.button("tools.card.permissions", { name }).first().click();
    },
    shows: ({ page }) => page.getByRole("dialog"),
  },
  "catalogue-none": { at: "tools", query: "?q=xyzzy", shows: sees.heading("tools.empty.title") },
  "tool-unknown": {
    given: async ({ watch }) => {
      watch.expect(404, /no-such-tool$/);
      return { tool: "no-such-tool" };
    },
    at: "tool",
    shows: sees.heading("tools.page.unknownTitle"),
  },
  posts: { at: "posts", shows: ({ page }) => page.getByRole("checkbox").first() },
  "posts-results": {
    at: "posts",
    steps: async ({ page, ui }) => {
      await ui.button("sdk.form.example").click();
      await page.locator("button[type=submit]").click();
    },
    shows: ({ page }) => page.getByRole("figure").first(),
  },
  ads: { at: "ads", shows: sees.heading("groups.ads.title") },
};

const runs: Screens = {
  "tool-style": {
    given: async (stage) => {
      await stage.api.post(`/api/documents/${await write(stage)}/style-example`, {
        text: TOPIC[stage.language],
      });
      await stage.ui.openTool();
    },
    steps: press("sharing.style.count", { count: 1 }),
    shows: sees.dialog("sharing.style.list"),
  },
  "tool-help": {
    given: ({ ui }) => ui.openTool(),
    steps: async ({ page, catalogue, t }) => {
      const name = titleOf(await catalogue.tool("facebook-post"), "tone");
      await page.getByRole("button", { name: t("shell.help.about", { name }) }).click();
    },
    shows: sees.link("shell.help.more"),
  },
  "tool-errors": {
    given: ({ ui }) => ui.openTool(),
    steps: async ({ ui }) => {
      await ui.button("sdk.form.more").click();
      await ui.button("sdk.form.submit").click();
    },
    shows: sees.text("sdk.violation.required"),
  },
  "tool-running": {
    setup: "connected",
    steps: async (stage) => {
      await sendTopic(stage);
      (await stage.model.call()).writeWords("Lorem ipsum dolor sit amet");
    },
    shows: ({ page }) => page.getByText("Lorem ipsum dolor sit amet").last(),
  },
  "tool-failed": {
    setup: "connected",
    steps: async (stage) => {
      stage.model.answer((call) => call.refuse(500));
      await sendTopic(stage);
    },
    shows: sees.text("sdk.problem.kept"),
  },
  "tool-module-failed": {
    given: async ({ page, watch }) => {
      watch.expectToFail(/^\/modules\//);
      watch.expectOnConsole(/modules|Federation|remoteEntry/i);
      await page.route("**/modules/**", (route) => route.abort("connectionfailed"));
      return { tool: "facebook-post" };
    },
    at: "tool",
    shows: sees.text("tools.module.failedTitle"),
  },
  "translate-needs-model": { steps: ({ ui }) => ui.openTool("translate") },
  "translate-result": {
    setup: "connected",
    steps: async (stage) => {
      stage.model.answer((call) => call.say("Guten Tag.\n\nBis bald."));
      await stage.ui.runExample("translate");
    },
  },
  ...each(
    ["google-ads", "facebook-ads", "linkedin-ads", "amazon-product-description", "email", "newsletter"],
    (tool) => ({ [`${tool}-result`]: { steps: ({ ui }) => ui.runExample(tool) } }),
  ),
  ...each(["facebook-post", "seo-metatags", "text-summary"], (tool) => ({
    [tool]: { steps: ({ ui }) => ui.openTool(tool) },
    [`${tool}-result`]: { steps: ({ ui }) => ui.runExample(tool) },
  })),
};

async function openDocument(stage: Stage) {
  await stage.ui.open("document", { document: await write(stage) });
  await expect(stage.ui.button("documents.page.edit")).toBeVisible();
}

const ARTICLE = {
  en: "## Bread from rye\n\nOur rye bread rests for **sixteen hours**, and [the oven](https://example.com/oven) is hot at four.\n\n- rye flour\n- water and salt\n\n> Nothing else, said the miller.\n\n| Bread | Price |\n| --- | --: |\n| rye | $4 |\n\n### When we bake\n\nFrom Tuesday to Saturday, `4:00` to `9:00`.",
  pl: "## Chleb z żyta\n\nNasz chleb żytni leży **szesnaście godzin**, a [piec](https://example.com/piec) jest gorący o czwartej.\n\n- mąka żytnia\n- woda i sól\n\n> Nic więcej, powiedział młynarz.\n\n| Chleb | Cena |\n| --- | --: |\n| żytni | 8 zł |\n\n### Kiedy pieczemy\n\nOd wtorku do soboty, od `4:00` do `9:00`.",
};

/** A document with every kind of block. */
async function openArticle(stage: Stage) {
  const id = await write(stage);
  await stage.api.patch(`/api/documents/${id}`, { text: either(stage, ARTICLE.en, ARTICLE.pl) });
  await stage.ui.open("document", { document: id });
  await expect(stage.page.getByRole("article").getByRole("table")).toBeVisible();
}

/** An article with HTML. */
async function openMixed(stage: Stage) {
  const id = await write(stage);
  const html = '<div class="offer">\n\n';
  const text = `${html}${either(stage, ARTICLE.en, ARTICLE.pl)}\n\n</div>\n\n<kbd>Ctrl</kbd> + <kbd>B</kbd>`;
  await stage.api.patch(`/api/documents/${id}`, { text });
  await stage.ui.open("document", { document: id });
}

/** Documents of two months in two projects; a third project has none. */
async function openMonths(stage: Stage) {
  const [bakery = 0, shoes = 0] = await addClients(stage, 3);
  await addHistory(stage, { project: bakery, days: 12, perDay: 1 });
  await addHistory(stage, { project: shoes, days: 38, perDay: 1 });
  await stage.api.post("/api/project/saveSelectedProject", { selectedProject: bakery });
  await write(stage);
}

/** A folder with two documents, one of them a favourite, and one folder inside. */
async function openFolder(stage: Stage) {
  const { api, ui } = stage;
  const ids = [await write(stage), await write(stage)];
  const name = either(
    stage,
    "Bakery: posts and letters for the spring",
    "Piekarnia: posty i listy na wiosnę",
  );
  const { id } = await api.post("/api/folders", { name });
  await api.post("/api/folders", { name: either(stage, "May", "Maj"), parent_id: id });
  await api.post("/api/documents/move", { ids, folder_id: id });
  await api.put(`/api/documents/${ids[0]}/favourite`);
  await ui.open("archive", {}, `?folder=${id}`);
  await expect(ui.rows()).toHaveCount(2);
}

async function openFolderMenu(stage: Stage, entry?: string) {
  await openFolder(stage);
  await stage.ui.button("documents.folder.menu").click();
  if (entry) await stage.ui.menuItem(entry).click();
}

async function openTrash(stage: Stage) {
  await stage.api.post("/api/documents/trash", { ids: [await write(stage)] });
  await stage.ui.open("archive", {}, "?folder=trash");
  await expect(stage.ui.rows()).toHaveCount(1);
}

const gone = async ({ watch }: Stage) => {
  watch.expect(404, /^\/api\/(documents|bulk)\//);
  return { document: "unknown", job: "unknown" };
};

const openDocuments: Screens = {
  "document-editor": { steps: press("documents.page.edit"), shows: sees.field("documents.editor.text") },
  "document-source": {
    steps: async ({ ui }) => {
      await ui.button("documents.page.edit").click();
      await ui.button("documents.editor.source").click();
    },
    shows: sees.field("documents.editor.text"),
  },
  "document-link": {
    steps: async ({ ui }) => {
      await ui.button("documents.page.edit").click();
      await ui.button("documents.editor.tool.link").click();
    },
    shows: sees.field("documents.editor.address"),
  },
  "document-insert": {
    steps: async ({ ui, page }) => {
      await ui.button("documents.page.edit").click();
      await page.locator(".document-text > *").last().click();
      await page.keyboard.press("Control+End");
      await page.keyboard.press("Enter");
      await page.keyboard.type("/");
    },
    shows: ({ page }) => page.getByRole("option").first(),
  },
  "document-insert-menu": {
    steps: async ({ ui }) => {
      await ui.button("documents.page.edit").click();
      await ui.button("documents.editor.insert.title").click();
    },
    shows: sees.menuItem("documents.editor.tool.image"),
  },
  "document-image": {
    steps: async ({ ui }) => {
      await ui.button("documents.page.edit").click();
      await ui.button("documents.editor.insert.title").click();
      await ui.menuItem("documents.editor.tool.image").click();
    },
    shows: sees.dialog("documents.editor.tool.image"),
  },
  "document-menu": { steps: press("documents.page.more"), shows: sees.menuItem("documents.page.delete") },
  "document-history": { steps: ({ ui }) => ui.more("documents.history.title") },
  "document-leave": {
    steps: async ({ page, ui }) => {
      await ui.button("documents.page.edit").click();
      await ui.field("documents.editor.title").fill("…");
      await ui.in(page.getByRole("main")).link("documents.page.back").click();
    },
    shows: sees.dialog("shell.leave.title"),
  },
  "document-deleted": {
    steps: ({ ui, watch }) => {
      // The event of the deletion may reach the page before it is left.
      watch.expect(404, /^\/api\/documents\//);
      return ui.more("documents.page.delete");
    },
    shows: sees.button("shell.action.undo"),
  },
  "document-share": {
    steps: ({ ui }) => ui.more("sharing.share.go"),
    shows: sees.button("sharing.share.make"),
  },
  "document-share-link": {
    steps: async ({ ui }) => {
      await ui.more("sharing.share.go");
      await ui.button("sharing.share.make").click();
    },
    shows: sees.button("sharing.share.copy"),
  },
  "document-style": {
    steps: ({ ui }) => ui.more("sharing.style.go"),
    shows: sees.button("sharing.style.keep"),
  },
  "document-use": {
    steps: ({ ui }) => ui.more("sharing.use.go"),
    shows: ({ page }) => page.getByRole("dialog").getByRole("button").nth(1),
  },
};

const documents: Screens = {
  ...all({ given: openDocument }, openDocuments),
  "archive-empty": { at: "archive", shows: sees.heading("documents.empty.title") },
  archive: {
    given: (stage) => Promise.all(Array.from({ length: 21 }, () => write(stage))),
    at: "archive",
    steps: ({ ui }) => expect(ui.rows()).toHaveCount(20),
  },
  "archive-months": {
    given: openMonths,
    steps: ({ ui }) => ui.open("archive", {}, "?project=all"),
    shows: ({ page }) => page.locator(".document-project").first(),
  },
  "archive-compact": {
    given: openMonths,
    steps: async ({ ui }) => {
      await ui.open("archive");
      await ui.button("documents.archive.compact").click();
    },
    shows: ({ page }) => page.locator(".sw-project-filter input[data-set]"),
  },
  "archive-project-empty": {
    given: openMonths,
    steps: async ({ ui, api }) => {
      const { projects } = await api.get("/api/project/getUserProjects");
      await ui.open("archive", {}, `?project=${projects.at(-1).id}`);
    },
    shows: sees.heading("documents.projectEmpty.title"),
  },
  "archive-folder": {
    given: openFolder,
    steps: ({ ui }) => ui.checkbox("documents.choose.all").check(),
    shows: sees.text("documents.choose.count", { count: 2 }),
  },
  "archive-folder-menu": {
    steps: (stage) => openFolderMenu(stage),
    shows: sees.menuItem("documents.folder.newInside"),
  },
  "archive-folder-form": {
    steps: async (stage) => {
      const { ui, watch } = stage;
      watch.expect(422, /^\/api\/folders/);
      await openFolderMenu(stage, "documents.folder.newInside");
      await ui.button("documents.folder.make").click();
      await expect(ui.field("documents.folder.name")).toHaveAttribute("aria-invalid", "true");
    },
  },
  "archive-folder-delete": {
    steps: (stage) => openFolderMenu(stage, "documents.folder.delete"),
    shows: sees.radio("documents.folder.keep"),
  },
  "archive-move": {
    given: openFolder,
    steps: async ({ ui }) => {
      await ui.checkbox("documents.choose.all").check();
      await ui.button("documents.folder.move").click();
    },
    shows: sees.dialog("documents.folder.moveTitle", { count: 2 }),
  },
  "archive-row-menu": {
    given: openFolder,
    steps: ({ ui }) => ui.rows().first().getByRole("button").click(),
    shows: sees.menuItem("documents.history.title"),
  },
  "archive-search": {
    given: write,
    steps: (stage) => stage.ui.open("archive", {}, `?q=${either(stage, "rolls", "bulki")}`),
    shows: ({ page }) => page.locator("mark").first(),
  },
  "archive-none": {
    given: write,
    at: "archive",
    query: "?q=xyzzy",
    shows: sees.heading("documents.none.title"),
  },
  "archive-trashEmpty": {
    at: "archive",
    query: "?folder=trash",
    shows: sees.heading("documents.trashEmpty.title"),
  },
  "archive-noFavourites": {
    at: "archive",
    query: "?folder=favourites",
    shows: sees.heading("documents.noFavourites.title"),
  },
  trash: { steps: openTrash },
  "trash-ask": {
    given: openTrash,
    steps: press("documents.trash.empty"),
    shows: ({ page }) => page.getByRole("dialog"),
  },
  document: { steps: openDocument },
  "document-article": { steps: openArticle },
  "document-article-editor": {
    given: openArticle,
    steps: press("documents.page.edit"),
    shows: sees.field("documents.editor.text"),
  },
  "document-raw": {
    given: openMixed,
    steps: async ({ ui, page }) => {
      await ui.button("documents.page.edit").click();
      await page.locator(".document-text td").first().click();
      await ui.button("documents.editor.change.title").click();
    },
    shows: sees.menuItem("documents.editor.change.addRow"),
  },
  "document-shared": {
    given: async (stage) => {
      const { link } = await stage.api.post(`/api/documents/${await write(stage)}/share`, {});
      return { token: link.split("/").at(-1) };
    },
    at: "shared",
    shows: ({ page }) => page.getByRole("article"),
  },
  "shared-unknown": {
    given: async ({ watch }) => {
      watch.expect(404, /^\/api\/shared\//);
      return { token: "unknown" };
    },
    at: "shared",
    shows: sees.heading("sharing.read.goneTitle"),
  },
  "document-unknown": { given: gone, at: "document", shows: sees.heading("documents.page.goneTitle") },
};

const TABLE = {
  en: "Topic,Variants\nSourdough rolls,1\n,1\nRye bread with caraway,1\nA cake,many\n",
  pl: "Temat;variants\nBułki na zakwasie;1\n;1\nChleb żytni z kminkiem;1\nCiasto;wiele\n",
};
const FOR_POSTS = "?tool=facebook-post";

async function send({ ui }: Stage, name: string, table: string) {
  await ui.open("newBulk", {}, FOR_POSTS);
  await ui.choose(name, table);
}

/** Uploads a table with two valid and two invalid rows and waits for the result. */
async function sendTable(stage: Stage) {
  await send(stage, either(stage, "bakery.csv", "piekarnia.csv"), TABLE[stage.language]);
  await expect(stage.page.getByTestId("row-problems")).toBeVisible();
  await expect(stage.ui.button("bulk.action.start", { count: 2 })).toBeEnabled();
}

async function startTable(stage: Stage) {
  await sendTable(stage);
  await stage.ui.button("bulk.action.start", { count: 2 }).click();
}

async function runTable(stage: Stage) {
  const { page, ui } = stage;
  await startTable(stage);
  await expect(ui.in(page.getByRole("status")).text("bulk.status.done")).toBeVisible();
  await expect(ui.link("bulk.rows.openRow", { number: 3 })).toBeVisible();
}

const SHOP_TABLE = {
  en: "Name,Description,Price\nOak chair,solid oak,99\nBeech table,oiled beech,199\nAsh bench,ash,149\n",
  pl: "Nazwa;Opis;Cena\nKrzesło dębowe;lity dąb;99\nStół bukowy;olejowany buk;199\nŁawka;jesion;149\n",
};

/** Uploads a table whose columns are called as in a shop. */
async function sendShopTable(stage: Stage) {
  await stage.ui.open("newBulk", {}, "?tool=product-description");
  await stage.ui.choose(either(stage, "chairs.csv", "krzesla.csv"), SHOP_TABLE[stage.language]);
  await expect(stage.ui.button("bulk.action.start", { count: 3 })).toBeEnabled();
}

const bulk: Screens = {
  "bulk-matched": { steps: sendShopTable, shows: ({ ui }) => ui.text("bulk.columns.guessed").first() },
  "bulk-gaps": {
    steps: async (stage) => {
      await sendShopTable(stage);
      await stage.ui.button("bulk.action.start", { count: 3 }).click();
      await expect(stage.ui.button("bulk.gaps.show")).toBeVisible();
      await expect(stage.ui.link("bulk.rows.openRow", { number: 3 })).toBeVisible();
    },
    shows: sees.button("bulk.gaps.show"),
  },
  "bulk-empty": { at: "bulk", shows: sees.heading("bulk.empty.title") },
  "bulk-new": { at: "newBulk", query: FOR_POSTS, shows: sees.button("bulk.new.choose") },
  "bulk-checked": { steps: sendTable },
  "bulk-price": { setup: "poor", steps: sendTable },
  "bulk-refused": {
    steps: async (stage) => {
      stage.watch.expect(422, /\/bulk$/);
      await send(stage, "tea.csv", 'topic\n"Tea\n');
    },
    shows: sees.text("bulk.new.refused"),
  },
  "bulk-job": { steps: runTable },
  "bulk-paused": { setup: "poor", steps: startTable, shows: sees.text("bulk.job.pausedTitle") },
  "bulk-delete": {
    given: runTable,
    steps: press("bulk.action.delete"),
    shows: sees.dialog("bulk.ask.deleteTitle"),
  },
  bulk: { given: runTable, at: "bulk", steps: ({ ui }) => expect(ui.rows()).toHaveCount(1) },
  "bulk-unknown": { given: gone, at: "bulkJob", shows: sees.heading("bulk.job.goneTitle") },
};

const shops: Screens = {
  "shops-empty": { at: "shops", shows: sees.heading("shops.empty.title") },
  "shops-connect": {
    at: "shops",
    steps: async ({ page, ui }) => {
      await ui.button("shops.connect.go").click();
      await ui.in(ui.dialog("shops.connect.title")).combobox("shops.connect.system").click();
      await page.getByRole("option", { name: "Shoper" }).click();
    },
    shows: sees.field("shops.connect.host"),
  },
  "shop-unknown": {
    given: async ({ watch }) => {
      watch.expect(404, /^\/api\/shops\//);
      return { shop: "unknown" };
    },
    at: "shop",
    shows: sees.heading("shell.notFound.invalid"),
  },
};

const NOTE = {
  en: "The title has **74 characters**; search results show about 60.\n\n- keep the name of the bakery\n- put the bread first",
  pl: "Tytuł ma **74 znaki**, a wyniki wyszukiwania pokazują około 60.\n\n- zachowaj nazwę piekarni\n- zacznij od chleba",
};

const day = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);

/** Tasks of two projects in every state; the first one is returned. */
async function addTasks(stage: Stage): Promise<{ task: string }> {
  const { api } = stage;
  const [bakery, shoes] = await addClients(stage, 2);
  const { id: owner_id } = await api.get("/api/user");
  const say = (en: string, pl: string) => either(stage, en, pl);
  const { id: task } = await api.post("/api/tasks", {
    title: say("Shorten the title of the home page", "Skróć tytuł strony głównej"),
    note: NOTE[stage.language],
    owner_id,
    due: day(-2),
    project_id: bakery,
  });
  for (const [title, due, state] of [
    [
      say("Write alternative texts for the photos of bread", "Dodaj teksty alternatywne do zdjęć chleba"),
      day(0),
      "open",
    ],
    [say("Repair the link to the price list", "Napraw link do cennika"), day(1), "doing"],
    [say("Compress the pictures of the gallery", "Zmniejsz zdjęcia w galerii"), null, "open"],
    [say("Add the opening hours", "Dodaj godziny otwarcia"), day(-5), "done"],
  ])
    await api.post("/api/tasks", { title, due, state, project_id: bakery });
  await api.post("/api/tasks", {
    title: say("Describe the new shoes", "Opisz nowe buty"),
    project_id: shoes,
  });
  await api.patch(`/api/tasks/${task}`, { state: "doing" });
  return { task };
}

const tasks: Screens = {
  "tasks-empty": { at: "tasks", shows: sees.heading("tasks.empty.title") },
  tasks: {
    given: addTasks,
    at: "tasks",
    query: "?project=all",
    steps: ({ ui }) => expect(ui.rows()).toHaveCount(5),
  },
  "tasks-none": {
    given: addTasks,
    at: "tasks",
    query: "?q=xyzzy",
    shows: sees.heading("tasks.none.title"),
  },
  "tasks-state": {
    given: addTasks,
    at: "tasks",
    steps: ({ ui }) => ui.rows().first().getByRole("button").click(),
    shows: sees.menuItem("tasks.state.move.done"),
  },
  "tasks-board": {
    given: addTasks,
    at: "tasks",
    query: "?project=all&view=board",
    steps: ({ ui }) => expect(ui.rows()).toHaveCount(6),
  },
  "tasks-add": {
    given: addTasks,
    at: "tasks",
    steps: press("tasks.list.add"),
    shows: sees.field("tasks.form.title"),
  },
  task: { given: addTasks, at: "task", shows: sees.text("tasks.history.created") },
  "task-edit": {
    given: addTasks,
    at: "task",
    steps: press("tasks.page.edit"),
    shows: sees.field("tasks.form.note"),
  },
  "task-delete": {
    given: addTasks,
    at: "task",
    steps: press("tasks.page.delete"),
    shows: sees.dialog("tasks.delete.title"),
  },
  "task-unknown": {
    given: async ({ watch }) => {
      watch.expect(404, /^\/api\/tasks\//);
      return { task: "unknown" };
    },
    at: "task",
    shows: sees.heading("tasks.page.goneTitle"),
  },
};

/** Tools, their runs, bulk jobs, documents, shops, tasks and audits. */
export const work: Screens = {
  ...catalogue,
  ...runs,
  ...bulk,
  ...documents,
  ...shops,
  ...tasks,
  ...audits,
};
