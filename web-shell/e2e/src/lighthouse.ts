import { type BrowserContext, chromium } from "@playwright/test";
import lighthouse, { type Result } from "lighthouse";
import { BROWSER_FLAGS, browserPath } from "./browser.ts";
import { freePort } from "./site.ts";

/** The categories of Lighthouse by their names here. */
const CATEGORIES = {
  performance: "performance",
  accessibility: "accessibility",
  practices: "best-practices",
  seo: "seo",
  agents: "agentic-browsing",
} as const;

/** What one visit of a page cost: scores out of 100, times in milliseconds, transferred kilobytes. */
export type Visit = {
  performance: number;
  accessibility: number;
  practices: number;
  seo: number;
  /** How well programs that act for a reader find their way. */
  agents: number;
  lcp: number;
  cls: number;
  tbt: number;
  kb: number;
  /** How fast the machine is; a phone of the middle class is simulated from it. */
  machine: number;
  /** The text of the element that LCP is the time of. */
  largest: string;
  /** What costs points besides speed. */
  faults: string[];
};

/** The figures of a visit, of which there are medians. */
const FIGURES = [
  "performance",
  "accessibility",
  "practices",
  "seo",
  "agents",
  "lcp",
  "cls",
  "tbt",
  "kb",
  "machine",
] as const;

const SHOWN = 40;

/** A browser with remote debugging; Lighthouse uses its first profile. */
export async function openDebugged(): Promise<{ context: BrowserContext; port: number }> {
  const port = await freePort();
  const context = await chromium.launchPersistentContext("", {
    executablePath: browserPath(),
    args: [...BROWSER_FLAGS, `--remote-debugging-port=${port}`],
  });
  return { context, port };
}

/** Visits a page on a simulated phone, with an empty cache and the cookies of the browser. */
export async function visit(url: string, port: number): Promise<Visit> {
  const report = await lighthouse(url, {
    port,
    onlyCategories: Object.values(CATEGORIES),
    logLevel: "error",
  });
  if (!report) throw new Error(`Lighthouse did not report on ${url}`);
  const { categories, audits, finalDisplayedUrl, environment } = report.lhr;
  if (finalDisplayedUrl !== url) throw new Error(`${url} led to ${finalDisplayedUrl}`);
  const score = (name: keyof typeof CATEGORIES) =>
    Math.round((categories[CATEGORIES[name]]?.score ?? 0) * 100);
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  return {
    performance: score("performance"),
    accessibility: score("accessibility"),
    practices: score("practices"),
    seo: score("seo"),
    agents: score("agents"),
    lcp: Math.round(value("largest-contentful-paint")),
    cls: Math.round(value("cumulative-layout-shift") * 1000) / 1000,
    tbt: Math.round(value("total-blocking-time")),
    kb: Math.round(value("total-byte-weight") / 1024),
    machine: Math.round(environment.benchmarkIndex),
    largest: largestOf(audits["lcp-breakdown-insight"]?.details),
    faults: faultsOf(report.lhr),
  };
}

/** The audits that cost points in a category, other than those of speed, which come from figures. */
function faultsOf({ categories, audits }: Result): string[] {
  const refs = Object.values(CATEGORIES)
    .filter((name) => name !== CATEGORIES.performance)
    .flatMap((name) => categories[name]?.auditRefs ?? []);
  const counted = new Set(refs.filter(({ weight }) => weight > 0).map(({ id }) => id));
  const failed = Object.values(audits).filter(
    ({ id, score }) => counted.has(id) && score !== null && score < 1,
  );
  return failed.map(({ id, title }) => `${id}: ${title}`);
}

/** The audit lists the parts of the time and the element. */
function largestOf(details: unknown): string {
  const items = (details as { items?: { type?: string; nodeLabel?: string }[] } | undefined)?.items ?? [];
  return (items.find(({ type }) => type === "node")?.nodeLabel ?? "").slice(0, SHOWN);
}

const middle = (values: number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** The median of each figure, with the largest element of the last visit. */
export function median(visits: Visit[]): Visit {
  const figures = FIGURES.map((name) => [name, middle(visits.map((each) => each[name]))]);
  const { largest = "", faults = [] } = visits.at(-1) ?? {};
  return { ...Object.fromEntries(figures), largest, faults };
}
