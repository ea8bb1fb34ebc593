import { type BrowserContext, chromium } from "@playwright/test";
import lighthouse from "lighthouse";
import { BROWSER_FLAGS, browserPath } from "./browser.ts";
import { freePort } from "./site.ts";

/** What one visit of a page cost: scores out of 100, times in milliseconds, transferred kilobytes. */
export type Visit = {
  performance: number;
  accessibility: number;
  practices: number;
  lcp: number;
  cls: number;
  tbt: number;
  kb: number;
  /** How fast the machine is; a phone of the middle class is simulated from it. */
  machine: number;
};

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
    onlyCategories: ["performance", "accessibility", "best-practices"],
    logLevel: "error",
  });
  if (!report) throw new Error(`Lighthouse did not report on ${url}`);
  const { categories, audits, finalDisplayedUrl, environment } = report.lhr;
  if (finalDisplayedUrl !== url) throw new Error(`${url} led to ${finalDisplayedUrl}`);
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  return {
    performance: score("performance"),
    accessibility: score("accessibility"),
    practices: score("best-practices"),
    lcp: Math.round(value("largest-contentful-paint")),
    cls: Math.round(value("cumulative-layout-shift") * 1000) / 1000,
    tbt: Math.round(value("total-blocking-time")),
    kb: Math.round(value("total-byte-weight") / 1024),
    machine: Math.round(environment.benchmarkIndex),
  };
}

const middle = (values: number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** The median of each figure. */
export function median(visits: Visit[]): Visit {
  const of = (name: keyof Visit) => middle(visits.map((each) => each[name]));
  const names: (keyof Visit)[] = [
    "performance",
    "accessibility",
    "practices",
    "lcp",
    "cls",
    "tbt",
    "kb",
    "machine",
  ];
  return Object.fromEntries(names.map((name) => [name, of(name)])) as Visit;
}
