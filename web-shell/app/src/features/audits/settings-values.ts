import type { Settings } from "./audits";

/** The limits of a crawl: their smallest and largest values are those of the server. */
export const LIMITS = [
  { name: "pages", least: 1, most: 1_000_000 },
  { name: "depth", least: 1, most: 100 },
  { name: "minutes", least: 1, most: 2_880 },
  { name: "concurrency", least: 1, most: 50 },
] as const;
/** Pages that a browser renders. */
export const RENDERED = { name: "render", least: 0, most: 1_000 } as const;
const NUMBERS = [...LIMITS, RENDERED] as const;
export const SWITCHES = ["robots", "subdomains", "resources", "other_sites", "only_changed"] as const;
export const PATTERNS = ["include", "exclude"] as const;
export const SCHEDULES = ["none", "weekly", "monthly"] as const;

export type Values = Record<(typeof NUMBERS)[number]["name"], number | null> &
  Record<(typeof SWITCHES)[number], boolean> &
  Record<(typeof PATTERNS)[number], string> & { schedule: (typeof SCHEDULES)[number] };

/** The settings as the form shows them. The server sends every field. */
export const valuesOf = (settings: Settings): Values => ({
  pages: settings.pages,
  depth: settings.depth,
  minutes: settings.minutes,
  concurrency: settings.concurrency,
  render: settings.render,
  robots: settings.robots,
  subdomains: settings.subdomains,
  resources: settings.resources,
  other_sites: settings.other_sites,
  only_changed: settings.only_changed,
  include: settings.include.join("\n"),
  exclude: settings.exclude.join("\n"),
  schedule: settings.schedule ?? "none",
});

const linesOf = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/** The form's values as settings. A number without a value stays as it was. */
export function settingsOf({ include, exclude, schedule, ...values }: Values, before: Settings): Settings {
  const numbers = NUMBERS.flatMap(({ name }) => {
    const value = values[name];
    return value === null ? [] : [[name, value] as const];
  });
  const switches = SWITCHES.map((name) => [name, values[name]] as const);
  return {
    ...before,
    ...Object.fromEntries([...numbers, ...switches]),
    include: linesOf(include),
    exclude: linesOf(exclude),
    schedule: schedule === "none" ? null : schedule,
  };
}
