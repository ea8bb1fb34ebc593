import type { Route } from "@playwright/test";
import recorded from "./recorded-rules.json" with { type: "json" };
import type { Stage } from "./test.ts";
import type { Language } from "./texts.ts";

/**
 * Recorded answers of the audits of a project, for screens in states that a crawl reaches only for a moment or only after
 * weeks. What a user changes changes the later answers.
 */
export type Recorded = {
  /** The state of the newest audit; null if there is none. */
  state: "crawling" | "paused" | "checking" | "done" | "failed" | "cancelled" | null;
  /** Whether no page of the newest audit could be read. */
  isUnread?: true;
  /** The number of rules; those beyond the recorded ones repeat them. */
  rules?: number;
  /** The rendered view of pages, if it is not the usual one. */
  rendering?: { state: string; problem: string; facts: Record<string, number | string> };
  /** What starting an audit is refused with. */
  refusal?: { status: number; code: string; message: string; errors?: Record<string, string[]> };
  /** The requests that changed something, as `POST /api/audits`. */
  sent: { call: string; body: unknown }[];
};

export const NEWEST = "0198a0aa-audit-newest";
export const EARLIER = "0198a0aa-audit-earlier";
const SITE = "https://meble-dabrowa.pl";
/** The beginning of links to reports. */
export const LINK = "https://sitewright.example.com/api/shared-audits/";

/** Counts of the rules in their order: errors, warnings, notices, new, returned, fixed, points, step and its points. */
const COUNTS: [
  errors: number,
  warnings: number,
  notices: number,
  fresh: number,
  returned: number,
  fixed: number,
  gain: number,
  step?: number,
  step_gain?: number,
][] = [
  [37, 0, 0, 4, 1, 6, 7.4, 1, 7.4],
  [0, 28, 0, 0, 0, 12, 0],
  [9, 0, 0, 9, 0, 0, 0, 2, 2.6],
  [0, 61, 0, 3, 0, 0, 0],
  [0, 112, 0, 0, 0, 8, 0],
  [0, 45, 0, 2, 0, 3, 0],
  [0, 6, 0, 0, 0, 0, 0],
  [0, 14, 0, 0, 2, 0, 0],
  [0, 0, 22, 0, 0, 0, 0],
  [3, 0, 0, 0, 3, 0, 0, 2, 2.6],
];

const points = (date: string, score: number, errors: number) => ({
  id: `0198a0aa-${date}`,
  ended_at: `${date}T08:12:00Z`,
  score,
  errors,
  warnings: 266 + errors,
  notices: 40,
});

const HISTORY = [
  points("2026-06-01", 58.2, 96),
  points("2026-07-01", 61.5, 88),
  points("2026-08-01", 60.9, 90),
  points("2026-09-01", 68.4, 71),
  points("2026-10-01", 74.6, 58),
];

/** An audit as a list shows it. */
function auditOf(project: number, id: string, { state, isUnread }: Recorded) {
  const isNewest = id === NEWEST;
  const hasPages = !(isNewest && isUnread);
  const now = isNewest ? (state ?? "done") : "done";
  const isDone = now === "done";
  return {
    id,
    project_id: project,
    start: `${SITE}/`,
    state: now,
    cause: isNewest ? "user" : "schedule",
    problem:
      now === "failed"
        ? {
            status: 502,
            code: "audits.unreachable",
            message: "The website didn't answer. Check its address.",
          }
        : null,
    limit: isDone && isNewest ? "pages" : null,
    found: 1_342,
    fetched: !hasPages ? 1 : isDone ? 500 : 132,
    pages: isDone && hasPages ? 486 : 0,
    broken: isDone ? 49 : 0,
    site_errors: isDone ? 1 : 0,
    errors: isDone ? 49 : 0,
    warnings: isDone ? 266 : 0,
    notices: isDone ? 22 : 0,
    score: isDone ? (isNewest ? 84.92 : 74.6) : null,
    rendered: isDone ? 10 : 0,
    created_at: isNewest ? "2026-11-20T08:00:00Z" : "2026-10-01T08:00:00Z",
    started_at: isNewest ? "2026-11-20T08:00:02Z" : "2026-10-01T08:00:02Z",
    ended_at: isDone ? (isNewest ? "2026-11-20T08:04:10Z" : "2026-10-01T08:12:00Z") : null,
  };
}

function overviewOf(project: number, id: string, recorded: Recorded, settings: unknown) {
  const audit = auditOf(project, id, recorded);
  const isDone = audit.state === "done";
  const own = { id, ended_at: audit.ended_at, score: audit.score, errors: 49, warnings: 266, notices: 22 };
  return {
    ...audit,
    settings,
    changes:
      isDone && id === NEWEST
        ? { id: EARLIER, score: 74.6, ended_at: "2026-10-01T08:12:00Z", fresh: 18, returned: 6, fixed: 29 }
        : null,
    history: isDone ? (id === NEWEST ? [...HISTORY, own] : HISTORY) : [],
    statuses: [
      { class: 2, pages: 441 },
      { class: 3, pages: 22 },
      { class: 4, pages: 37 },
    ],
    depths: isDone
      ? [
          { depth: 0, pages: 1 },
          { depth: 1, pages: 38 },
          { depth: 2, pages: 214 },
          { depth: 3, pages: 196 },
          { depth: 4, pages: 31 },
          { depth: null, pages: 6 },
        ]
      : [],
  };
}

function ruleOf(place: number, language: Language, id: string) {
  const rule = recorded[place % recorded.length] ?? recorded[0];
  if (!rule) throw new Error("no rules are recorded");
  const round = Math.floor(place / recorded.length);
  const [
    errors = 0,
    warnings = 0,
    notices = 0,
    fresh = 0,
    returned = 0,
    fixed = 0,
    gain = 0,
    step = null,
    step_gain = 0,
  ] = COUNTS[round > 0 ? 4 : place] ?? [];
  const by = id === NEWEST ? 1 : 1.4;
  return {
    rule: round > 0 ? `${rule.rule}-${round}` : rule.rule,
    pack: `audit-${rule.category}`,
    category: rule.category,
    severity: rule.severity,
    score: rule.score,
    state: rule.needs ? "needs" : "checked",
    reason: rule.needs ?? "",
    title: rule.title[language],
    errors: Math.round(errors * by),
    warnings: Math.round(warnings * by),
    notices,
    ignored: place === 4 ? 3 : 0,
    fresh,
    returned,
    fixed,
    gain,
    step,
    step_gain,
  };
}

const EVIDENCE: Record<string, { table: string; row: number; values: Record<string, unknown> }[]> = {
  "title-too-long": [
    {
      table: "titles",
      row: 0,
      values: {
        text: "Stoły dębowe na wymiar, krzesła i ławy prosto od stolarza z Dąbrowy | Meble Dąbrowa",
        in_head: true,
      },
    },
  ],
  "http-4xx-internal": [
    { table: "links", row: 3, values: { href: "/promocje/lato-2025", text: "Letnia promocja", place: 0 } },
    { table: "links", row: 18, values: { href: "/promocje/lato-2025", text: "Zobacz", place: 3 } },
  ],
};

const PATHS = [
  "/stoly/stol-debowy-rozkladany",
  "/krzesla/krzeslo-bukowe-z-podlokietnikami",
  "/promocje/lato-2025",
  "/blog/jak-dbac-o-olejowane-drewno",
  "/lawy/lawa-jesionowa",
];
const TITLES = [
  "Stół dębowy rozkładany",
  "Krzesło bukowe",
  "",
  "Jak dbać o olejowane drewno",
  "Ława jesionowa",
];

const SENTENCES: Record<string, Record<Language, string>> = {
  "http-4xx-internal": {
    en: "This address of the site answers with status 404, so no page is there. It was found at /.",
    pl: "Ten adres w witrynie zwraca status 404, czyli nie ma pod nim strony. Znaleziono go na /.",
  },
  "title-too-long": {
    en: "The title is 772 px wide and has 83 characters; search results show about 561 px or 60 characters of it.",
    pl: "Tytuł ma szerokość 772 px i długość 83 znaków; wyniki wyszukiwania pokazują około 561 px lub 60 znaków.",
  },
};

const IGNORE = {
  id: "i1",
  rule: "image-alt-missing",
  url: null,
  reason: "The images are decoration.",
  until: null,
  created_at: "2026-11-01T09:00:00Z",
};
const DEPLOYMENT = "https://sitewright.example.com/api/incoming/deployments/0123456789abcdef";

function findingOf(rule: string, place: number, language: Language, show: string) {
  const known = recorded.find((one) => one.rule === rule) ?? recorded[0];
  return {
    rule,
    title: known?.title[language] ?? rule,
    level: known?.severity ?? "warning",
    page: place,
    url: SITE + PATHS[place % PATHS.length],
    page_title: TITLES[place % TITLES.length],
    what: SENTENCES[rule]?.[language] ?? known?.title[language] ?? rule,
    change: place === 0 ? "new" : place === 3 ? "back" : "same",
    ignored: show === "ignored",
    ignore: show === "ignored" ? IGNORE : null,
    task: place === 1 ? { id: "task-1", state: "doing" } : null,
    verified_at: show === "verified" ? "2026-11-21T09:30:00Z" : null,
    evidence: EVIDENCE[rule] ?? [],
  };
}

const pageOf = (number: number) => ({
  number,
  url: SITE + PATHS[number % PATHS.length],
  title: TITLES[number % TITLES.length],
  status: number % PATHS.length === 2 ? 404 : 200,
  depth: number % PATHS.length === 3 ? null : 1 + (number % 4),
  indexable: number % PATHS.length !== 2,
  incoming: 214 - 40 * number,
  errors: number % PATHS.length === 2 ? 2 : 0,
  warnings: number % 3,
  notices: 1,
});

const factsOf = (number: number) => ({
  ...pageOf(number),
  facts: {
    html: true,
    media_type: "text/html",
    charset: "utf-8",
    encoding: "br",
    http_version: 20,
    ttfb_ms: 184,
    total_ms: 1_240,
    transfer_bytes: 18_422,
    body_bytes: 96_310,
    noindex: false,
    nofollow: false,
    canonical: SITE + PATHS[number % PATHS.length],
    disallowed_google: false,
    in_sitemap: true,
    lang: "pl",
    title: "Stoły dębowe na wymiar, krzesła i ławy prosto od stolarza z Dąbrowy | Meble Dąbrowa",
    title_px: 772,
    description:
      "Stoły z litego dębu robione na zamówienie. Wybierz wymiar, olej i nogi, a stół dostarczymy w sześć tygodni.",
    description_px: 690,
    words: 412,
    sentences: 31,
    language: "pl",
    flesch: 54,
    author: "",
    doctype: true,
    viewport: "width=device-width, initial-scale=1",
    elements: 1_180,
    nesting: 17,
    headings: 4,
    links: 96,
    images: 12,
    resources: 9,
    data: 1,
  },
  headings: [
    { level: 1, text: "Stół dębowy rozkładany" },
    { level: 2, text: "Wymiary i wykończenie" },
    { level: 3, text: "" },
    { level: 2, text: "Dostawa" },
  ],
  headers: { "content-type": "text/html; charset=utf-8", "cache-control": "max-age=600", server: "nginx" },
  alternates: [{ language: "en", url: "https://dabrowa-furniture.example/oak-table" }],
  data: [{ format: "json-ld", json: '{"@type":"Product","name":"Stół dębowy"}', error: "" }],
  images: [
    { url: `${SITE}/img/stol-1.jpg`, alt: "Stół dębowy w jadalni" },
    { url: `${SITE}/img/stol-2.jpg`, alt: null },
    { url: `${SITE}/img/linia.svg`, alt: "" },
  ],
  rendering: {
    state: "rendered",
    problem: "",
    facts: {
      title: "Stół dębowy na wymiar | Meble Dąbrowa",
      canonical: `${SITE}/stol-debowy`,
      noindex: false,
      words: 612,
      links: 58,
      fcp_ms: 1_840,
      lcp_ms: 3_120,
      cls: 84,
      tbt_ms: 260,
      requests: 47,
      transfer_bytes: 1_530_000,
      exceptions: 0,
      overflow_px: 12,
    },
  },
});

const linkOf = (number: number) => ({
  page: number,
  url: SITE + PATHS[number % PATHS.length],
  title: TITLES[number % TITLES.length],
  status: number % PATHS.length === 2 ? 404 : 200,
  text: number === 1 ? "" : "Zobacz też",
  nofollow: number === 3,
  place: ["main", "navigation", "footer", "aside", "header"][number % 5],
});

/** The children of a path of the tree. */
function treeOf(path: string) {
  const node = (
    url: string,
    pages: number,
    depth: number | null,
    errors: number,
    warnings: number,
    number: number | null,
    status: number | null,
  ) => ({
    url,
    pages,
    depth,
    errors,
    warnings,
    number,
    status,
  });
  if (!path) return [node(`${SITE}/`, 486, 0, 49, 266, 0, 200)];
  if (path === `${SITE}/`) {
    return [
      node(`${SITE}/krzesla/`, 214, 1, 2, 81, null, null),
      node(`${SITE}/stoly/`, 168, 1, 0, 40, 4, 200),
      node(`${SITE}/promocje/`, 37, null, 37, 0, null, null),
      node(`${SITE}/kontakt`, 1, 1, 0, 0, 9, 200),
    ];
  }
  return [node(`${path}lato-2025`, 1, null, 1, 0, 2, 404), node(`${path}zima-2025`, 1, 2, 0, 1, 3, 301)];
}

const SETTINGS = {
  pages: 500,
  depth: 20,
  minutes: 120,
  concurrency: 8,
  render: 10,
  other_sites: true,
  only_changed: false,
  resources: true,
  subdomains: false,
  robots: true,
  include: [],
  exclude: ["/koszyk*"],
  list: [],
  rules: { "content-thin": { off: true }, "title-too-long": { parameters: { chars: 65 } } },
  schedule: "monthly",
};

type Asked = { method: string; path: string; query: URLSearchParams; body: unknown };

/** Answers the requests about audits of a project with recorded answers. */
export async function recordAudits(
  { page, language }: Stage,
  project: number,
  given: Partial<Recorded> = {},
) {
  const record: Recorded = { state: "done", sent: [], ...given };
  let settings: unknown = SETTINGS;
  let login: unknown = null;
  let isDeployed = false;
  let ignores = [
    {
      id: "i1",
      rule: "image-alt-missing",
      url: `${SITE}/blog/jak-dbac-o-olejowane-drewno`,
      reason: language === "pl" ? "Obrazy są ozdobą." : "The images are decoration.",
      until: "2027-03-31T00:00:00Z",
      created_at: "2026-11-21T09:00:00Z",
    },
  ];
  let reports: { id: string; [name: string]: unknown }[] = [];
  let mailing: {
    cadence: string | null;
    next_at: string | null;
    recipients: { id: string; [name: string]: unknown }[];
  } = {
    cadence: null,
    next_at: null,
    recipients: [],
  };
  const paged = (all: unknown[], { query }: Asked) => {
    const [at, per] = [Number(query.get("page") ?? 1), Number(query.get("per_page") ?? 20)];
    return { data: all.slice((at - 1) * per, at * per), page: at, per_page: per, total: all.length };
  };
  const ids = () => (record.state === null ? [] : [NEWEST, EARLIER]);
  const rules = (id: string) =>
    Array.from({ length: record.rules ?? recorded.length }, (_, place) => ruleOf(place, language, id)).sort(
      (one, other) =>
        (one.step ?? 1000) - (other.step ?? 1000) ||
        other.errors - one.errors ||
        other.warnings - one.warnings,
    );
  const ruleTexts = (id: string, rule: string) => {
    const known = recorded.find((one) => one.rule === rule);
    if (!known) return null;
    return {
      ...ruleOf(recorded.indexOf(known), language, id),
      why: known.why?.[language] ?? known.title[language],
      fix: known.fix?.[language] ?? known.title[language],
      fixes: known.fixes?.[language] ?? [],
      parameters:
        known.parameters?.map((one) => ({ ...one, label: one.label[language], value: one.default })) ?? [],
      task: null,
    };
  };
  const findings = (asked: Asked) => {
    const { query } = asked;
    const show = query.get("show") ?? "all";
    const rule = query.get("rule");
    if (show === "verified") return [];
    const places = show === "new" ? [0] : show === "back" ? [3] : [0, 1, 2, 3, 4];
    if (rule) return places.map((place) => findingOf(rule, place, language, show));
    const number = query.get("page_number");
    const names = ["http-4xx-internal", "title-missing", "title-too-long", "image-alt-missing"];
    return names.map((name, place) => findingOf(name, Number(number ?? place), language, show));
  };
  const comparison = (asked: Asked, after: string, before: string, list?: string) => {
    const counts = { fresh: 18, returned: 6, same: 291, fixed: 29, unchecked: 4 };
    if (list === "pages")
      return paged(
        [0, 1, 2].map((place) => ({ url: SITE + PATHS[place], ...counts })),
        asked,
      );
    if (list === "findings") {
      const changes = ["new", "fixed"] as const;
      return paged(
        changes.map((change, place) => ({ ...findingOf("title-too-long", place, language, ""), change })),
        asked,
      );
    }
    const of = (rule: ReturnType<typeof ruleOf>) => ({
      rule: rule.rule,
      title: rule.title,
      category: rule.category,
      severity: rule.severity,
      ...counts,
      fresh: rule.fresh,
      fixed: rule.fixed,
    });
    return {
      before: auditOf(project, before, record),
      after: auditOf(project, after, record),
      total: counts,
      rules: rules(after).map(of),
    };
  };
  const read = (asked: Asked): unknown => {
    const { path, query } = asked;
    if (path === "/api/audits")
      return paged(
        ids().map((id) => auditOf(project, id, record)),
        asked,
      );
    if (path === "/api/audit-ignores") return paged(ignores, asked);
    if (path.endsWith("/audit-settings")) return settings;
    if (path.endsWith("/audit-login")) return { login };
    if (path.endsWith("/audit-deployment")) return { active: isDeployed };
    if (path.endsWith("/audit-reports")) return paged(reports, asked);
    if (path.endsWith("/audit-mailing")) return mailing;
    if (path === "/api/audit-brand") return { name: "", logo: null };
    const compared = path.match(/^\/api\/audits\/([^/]+)\/compare\/([^/]+)(?:\/(\w+))?$/);
    if (compared) return comparison(asked, compared[1] ?? "", compared[2] ?? "", compared[3]);
    const [, id = "", what, name, more] =
      path.match(/^\/api\/audits\/([^/]+)(?:\/(\w+))?(?:\/([^/]+))?(?:\/(\w+))?$/) ?? [];
    if (!ids().includes(id)) return null;
    if (!what) return overviewOf(project, id, record, settings);
    if (what === "rules") return name ? ruleTexts(id, name) : rules(id);
    if (what === "findings") return paged(findings(asked), asked);
    if (what === "tree") return treeOf(query.get("path") ?? "");
    if (what !== "pages") return null;
    if (more === "links") return paged([0, 1, 2, 3].map(linkOf), asked);
    if (name) {
      const facts = factsOf(Number(name));
      return record.rendering ? { ...facts, rendering: record.rendering } : facts;
    }
    return paged([0, 1, 2, 3, 4].map(pageOf), asked);
  };
  const change = ({ method, path, body }: Asked): { status: number; json?: unknown } => {
    record.sent.push({ call: `${method} ${path}`, body });
    if (path === "/api/audits") {
      if (record.refusal) return { status: record.refusal.status, json: record.refusal };
      record.state = "crawling";
      return { status: 202, json: auditOf(project, NEWEST, record) };
    }
    if (path.endsWith("/reports")) {
      const { language, expires_in_days } = body as { language: string; expires_in_days?: number };
      const report = {
        id: `r${reports.length + 1}`,
        audit_id: NEWEST,
        ended_at: "2026-11-20T08:04:10Z",
        score: 84.92,
        language,
        mailed: false,
        created_at: "2026-11-21T10:00:00Z",
        expires_at: expires_in_days ? "2027-02-19T10:00:00Z" : null,
      };
      reports = [report, ...reports];
      return { status: 201, json: { report, link: `${LINK}${report.id}` } };
    }
    if (path.startsWith("/api/audit-reports/")) {
      reports = reports.filter(({ id }) => !path.endsWith(`/${id}`));
      return { status: 204 };
    }
    if (path.endsWith("/audit-mailing")) {
      const { cadence } = body as { cadence: string | null };
      const isTimed = cadence === "weekly" || cadence === "monthly";
      mailing = { ...mailing, cadence, next_at: isTimed ? "2026-11-30T06:00:00Z" : null };
      return { status: 200, json: mailing };
    }
    if (path.startsWith("/api/audit-recipients/")) {
      const left = mailing.recipients.filter(({ id }) => !path.endsWith(`/${id}`));
      mailing = { ...mailing, recipients: left };
      return { status: 204 };
    }
    if (path.endsWith("/audit-recipients")) {
      const recipient = { id: "p1", state: "asked", asked_at: "2026-11-21T10:00:00Z", ...(body as object) };
      mailing = { ...mailing, recipients: [...mailing.recipients, recipient] };
      return { status: 201, json: recipient };
    }
    if (path.endsWith("/audit-settings")) {
      settings = body;
      return { status: 200, json: settings };
    }
    if (path.endsWith("/audit-login")) {
      const { host, kind, name } = (body ?? {}) as Record<string, unknown>;
      login = method === "DELETE" ? null : { host, kind, name };
      return method === "DELETE" ? { status: 204 } : { status: 200, json: { login } };
    }
    if (path.endsWith("/audit-deployment")) {
      isDeployed = method !== "DELETE";
      return isDeployed ? { status: 201, json: { url: DEPLOYMENT } } : { status: 204 };
    }
    if (path.endsWith("/tasks")) return { status: 201, json: {} };
    if (path === "/api/audit-ignores") return { status: 201, json: ignores[0] };
    if (path.startsWith("/api/audit-ignores/")) {
      ignores = [];
      return { status: 204 };
    }
    if (method === "DELETE") return { status: 204 };
    const [, what] = path.match(/\/(pause|resume|cancel|again)$/) ?? [];
    if (what === "again") return { status: 202 };
    record.state = what === "pause" ? "paused" : what === "resume" ? "crawling" : "cancelled";
    return { status: 200, json: auditOf(project, NEWEST, record) };
  };
  const answer = async (route: Route) => {
    const request = route.request();
    const { pathname: path, searchParams: query } = new URL(request.url());
    const asked = { method: request.method(), path, query, body: request.postDataJSON() };
    if (asked.method !== "GET") return route.fulfill(change(asked));
    const json = read(asked);
    return route.fulfill(json === null ? { status: 404, json: {} } : { status: 200, json });
  };
  await page.route(
    /\/api\/(audits|audit-(ignores|reports|brand|recipients)|projects\/\d+\/audit-(settings|login|deployment|reports|mailing|recipients))(\/|\?|$)/,
    answer,
  );
  return record;
}

/** A user with a project whose audits are recorded. */
export async function openAudits(stage: Stage, given: Partial<Recorded> = {}): Promise<Recorded> {
  const place = { language_code: "pl", location_code: 2616 };
  const { project } = await stage.api.post("/api/project/addProject", {
    domain: "meble-dabrowa.pl",
    ...place,
  });
  return recordAudits(stage, project.id, given);
}
