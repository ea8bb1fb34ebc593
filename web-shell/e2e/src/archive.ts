import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

export const DOCUMENTS = 10_000;
export const PROJECTS = 100;

const TOOLS = ["facebook-post", "product-description", "seo-metatags", "email", "newsletter"];
const WORDS = (
  "chleb żytni na zakwasie promocja dla stałych klientów piekarnia pod lipą nowe godziny otwarcia bakery opening " +
  "hours rye rolls running shoes review spring sale summer discount kawa świeżo palona ogród narzędzia buty biegowe " +
  "oferta specjalna newsletter jesień zima prezent dokument opis produktu reklama"
).split(" ");
/** Polish, Poland. */
const LANGUAGE = "pl";
const LOCATION = 2616;

/** Numbers that look random and are the same in every run. */
function numbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 16_807) % 2_147_483_647;
    return state % below;
  };
}

/** Writes documents and projects of an account into the database of a running server: by its API they would take minutes. */
export function fillArchive(data: string, email: string) {
  const db = new DatabaseSync(join(data, "sitewright.db"));
  db.exec("PRAGMA busy_timeout = 30000");
  const found = db.prepare("SELECT id FROM users WHERE email = ?").get(email);
  const account = String(found?.id);
  db.exec("BEGIN IMMEDIATE");
  const projects = insertProjects(db, account);
  insertDocuments(db, account, projects);
  db.exec("COMMIT");
  db.close();
}

function insertProjects(db: DatabaseSync, account: string): number[] {
  const { last } = db.prepare("SELECT last FROM project_numbers").get() as { last: number };
  const insert = db.prepare("INSERT INTO projects VALUES (?, ?, ?, ?, ?, ?, '', 'moss')");
  const ids = Array.from({ length: PROJECTS }, (_, place) => last + 1 + place);
  for (const [place, id] of ids.entries())
    insert.run(id, account, `client-${place}.example.com`, LANGUAGE, LOCATION, Date.now());
  db.prepare("UPDATE project_numbers SET last = ?").run(last + PROJECTS);
  return ids;
}

function insertDocuments(db: DatabaseSync, account: string, projects: number[]) {
  const random = numbers(7);
  const insert = db.prepare(
    `INSERT INTO documents (id, account_id, run_id, tool, tool_version, title, text, data, folded, words, drafted, created_at,
     updated_at, project_id) VALUES (?, ?, ?, ?, '0.1.0', ?, ?, '{"drafted":true,"variants":[]}', ?, 100, 1, ?, ?, ?)`,
  );
  for (let place = 0; place < DOCUMENTS; place += 1) {
    const words = Array.from({ length: 4 + random(5) }, () => WORDS[random(WORDS.length)] ?? "");
    const title = `${words.join(" ")} ${place}`;
    const created = Date.now() - (DOCUMENTS - place) * 60_000;
    const text = `${title}. `.repeat(20);
    const tool = TOOLS[random(TOOLS.length)] ?? "";
    const project = projects[random(projects.length)] ?? null;
    insert.run(ordered(created), account, randomUUID(), tool, title, text, title, created, created, project);
  }
}

/** An id that sorts by time, as those of the server. */
function ordered(time: number): string {
  const hex = time.toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${randomUUID().slice(15)}`;
}
