import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Stage } from "./test.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** What a month of an agency looks like: one tool of each family, and how much of it is used. */
const TOOLS = [
  ["facebook-post", 1],
  ["seo-metatags", 0.5],
  ["product-description", 0.8],
  ["email", 0.4],
  ["google-ads", 0.25],
  ["translate", 0.6],
] as const;

const TITLES = {
  en: [
    "Sourdough rolls, baked from seven",
    "Rye bread in five steps",
    "Opening hours in December",
    "Easter baskets",
  ],
  pl: [
    "Bułki na zakwasie od siódmej",
    "Chleb żytni w pięciu krokach",
    "Godziny otwarcia w grudniu",
    "Koszyki świąteczne",
  ],
};

const TEXTS = {
  en: "The oven is hot at four, and the first rolls are on the counter at seven. Come early on Saturday.",
  pl: "Piec jest gorący o czwartej, a pierwsze bułki są na ladzie o siódmej. W sobotę warto przyjść wcześniej.",
};

/** An id of the server's form that was made at this time. */
const idAt = (at: number) => {
  const hex = at.toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${randomUUID().slice(15)}`;
};

type Wish = { project: number | null; days?: number; perDay?: number };

/**
 * Runs and documents of the last days, which the API cannot make. The numbers are the same in every run: a wave that is
 * lower on every seventh day.
 */
export async function addHistory({ api, server, language }: Stage, { project, days = 26, perDay = 3 }: Wish) {
  const { id: account } = await api.get("/api/user");
  const db = new DatabaseSync(join(server.data, "sitewright.db"), { timeout: 10_000 });
  const run = db.prepare(
    `INSERT INTO runs (id, account_id, project_id, tool, tool_version, language, status, input, words, created_at, finished_at)
     VALUES (?, ?, ?, ?, '0.1.0', ?, 'cancelled', '{}', ?, ?, ?)`,
  );
  const text = db.prepare(
    `INSERT INTO documents (id, account_id, run_id, tool, tool_version, title, text, data, folded, words, drafted, version,
       created_at, updated_at, project_id) VALUES (?, ?, ?, ?, '0.1.0', ?, ?, '{}', '', ?, FALSE, 1, ?, ?, ?)`,
  );
  db.exec("BEGIN IMMEDIATE");
  for (let day = days; day >= 1; day -= 1) {
    for (let number = 0; number < perDay; number += 1) {
      const [tool, share] = TOOLS[(day + number * 2) % TOOLS.length] ?? TOOLS[0];
      const wave = day % 7 === 0 ? 0.2 : 1 + Math.sin(day / 3) / 2;
      const words = Math.round(120 * share * wave) + 8;
      const at = Date.now() - day * DAY_MS + number * 60_000;
      const id = idAt(at);
      run.run(id, account, project, tool, language, words, at, at);
      const title = TITLES[language][(day + number) % TITLES[language].length] ?? "";
      text.run(idAt(at), account, id, tool, title, TEXTS[language], words, at, at, project);
    }
  }
  db.exec("COMMIT");
  db.close();
}

const CLIENTS = [
  "piekarnia-pod-lipa.pl",
  "running-shoes.com",
  "ogrod.pl",
  "kawiarnia-mleczna.pl",
  "dentysta-nowak.pl",
  "rowery24.pl",
  "sklep-zoologiczny-reks.pl",
  "harbour-books.co.uk",
  "żółw.pl",
  "meble-na-lata.pl",
  "green-valley.com",
  "studio-jogi.pl",
];

/** The projects of an agency, which has a plan with room for them; returns their numbers. */
export async function addClients({ api, server }: Stage, count = CLIENTS.length): Promise<number[]> {
  const { id: account } = await api.get("/api/user");
  const db = new DatabaseSync(join(server.data, "sitewright.db"), { timeout: 10_000 });
  const room = "SELECT id FROM products WHERE projects IS NULL OR projects > 50 ORDER BY id LIMIT 1";
  db.prepare(`UPDATE subscriptions SET product_id = (${room}) WHERE account_id = ?`).run(account);
  db.close();
  const numbers = [];
  for (const domain of CLIENTS.slice(0, count)) {
    const isPolish = domain.endsWith(".pl");
    const place = { language_code: isPolish ? "pl" : "en", location_code: isPolish ? 2616 : 2840 };
    const { project } = await api.post("/api/project/addProject", { domain, ...place });
    numbers.push(project.id);
  }
  return numbers;
}
