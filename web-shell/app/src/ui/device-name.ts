/** Browsers by their user agent; the first match wins, since many contain the names of others. */
const BROWSERS: [RegExp, string][] = [
  [/Edg\//, "Edge"],
  [/OPR\/|Opera/, "Opera"],
  [/Firefox\/|FxiOS/, "Firefox"],
  [/Chrome\/|CriOS|Chromium/, "Chrome"],
  [/Safari\//, "Safari"],
];
const SYSTEMS: [RegExp, string][] = [
  [/Android/, "Android"],
  [/iPhone|iPad/, "iOS"],
  [/Windows/, "Windows"],
  [/Mac OS X|Macintosh/, "macOS"],
  [/Linux|X11/, "Linux"],
];

const first = (list: [RegExp, string][], text: string) => list.find(([pattern]) => pattern.test(text))?.[1];

/** A browser and its system, such as "Firefox, Linux"; a program by its own name. */
export function deviceName(userAgent: string | null | undefined): string | null {
  if (!userAgent) return null;
  const names = [first(BROWSERS, userAgent), first(SYSTEMS, userAgent)].filter(Boolean);
  return names.length > 0 ? names.join(", ") : userAgent.split(/[\s(]/)[0] || null;
}
