import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** A shop of a medium size, with five findings on each page. */
export const LARGE = { pages: 20_000, findings: 100_000 };

const FOLDERS = 400;

/**
 * Turns the audit of a small website into that of a large one: pages in folders, and findings of the rules that were
 * checked, spread as real ones are: some rules on every page, most on a few. The counts are those that the end of an audit
 * stores.
 */
export function enlarge(data: string, id: string, { pages, findings } = LARGE) {
  const db = new DatabaseSync(join(data, "sitewright.db"), { timeout: 30_000 });
  const { number } = db.prepare("SELECT number FROM audits WHERE id = ?").get(id) as { number: number };
  const rules = db
    .prepare("SELECT number, severity FROM audit_rules WHERE audit = ? AND state = 'checked' ORDER BY number")
    .all(number) as { number: number; severity: number }[];
  db.exec("BEGIN IMMEDIATE");
  for (const table of ["audit_findings", "audit_page_sums", "audit_pages"])
    db.prepare(`DELETE FROM ${table} WHERE audit = ?`).run(number);
  const page = db.prepare(
    `INSERT INTO audit_pages (audit, number, url, role, found, depth, batch, status, flags, incoming, title)
     VALUES (?, ?, ?, 0, 0, ?, 0, ?, 33, ?, ?)`,
  );
  for (let at = 0; at < pages; at += 1) {
    const url =
      at === 0 ? "https://shop.example.com/" : `https://shop.example.com/f${at % FOLDERS}/item-${at}.html`;
    const status = at % 40 === 7 ? 404 : at % 50 === 9 ? 301 : 200;
    page.run(number, at, url, at === 0 ? 0 : 1 + (at % 7), status, at % 31, `Item ${at}`);
  }
  const finding = db.prepare(
    `INSERT INTO audit_findings (audit, rule, page, severity, change, data) VALUES (?, ?, ?, ?, ?, '{"values":{},"evidence":[]}')`,
  );
  let left = findings;
  for (const [place, rule] of rules.entries()) {
    const share = Math.min(left, Math.ceil(pages / (place + 1)));
    for (let step = 0; step < share; step += 1)
      finding.run(number, rule.number, (place * 97 + step) % pages, rule.severity, place % 5 === 0 ? 1 : 0);
    left -= share;
  }
  const levels = ["errors", "warnings", "notices"].map(
    (name, level) => `SUM(CASE WHEN severity = ${level} THEN 1 ELSE 0 END) AS ${name}`,
  );
  // The same statements as at the end of an audit.
  for (const [table, column] of [
    ["audit_rules", "rule"],
    ["audit_pages", "page"],
  ])
    db.prepare(
      `UPDATE ${table} SET errors = c.errors, warnings = c.warnings, notices = c.notices FROM (
         SELECT ${column} AS number, ${levels.join(", ")} FROM audit_findings WHERE audit = ?1 GROUP BY ${column}
       ) AS c WHERE ${table}.audit = ?1 AND ${table}.number = c.number`,
    ).run(number);
  db.prepare(
    `INSERT INTO audit_page_sums (audit, role, class, flags, depth, pages)
     SELECT audit, role, status / 100, flags & 33, depth, count(*) FROM audit_pages
     WHERE audit = ? AND batch >= 0 GROUP BY 1, 2, 3, 4, 5`,
  ).run(number);
  db.prepare(
    `UPDATE audit_rules SET fresh = (SELECT count(*) FROM audit_findings f
       WHERE f.audit = audit_rules.audit AND f.rule = audit_rules.number AND f.change = 1) WHERE audit = ?`,
  ).run(number);
  const sums = (name: string) => `(SELECT SUM(${name}) FROM audit_rules r WHERE r.audit = a.number)`;
  db.prepare(
    `UPDATE audits AS a SET pages = ?, fetched = ?, found = ?, broken = ?, score = 6250, errors = ${sums("errors")},
       warnings = ${sums("warnings")}, notices = ${sums("notices")} WHERE number = ?`,
  ).run(pages, pages, pages, (pages * 3) / 8, number);
  db.exec("COMMIT");
  db.close();
}
