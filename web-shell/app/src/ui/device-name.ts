/** Browsers by what they call themselves; the first that fits, since many name others too. */
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

/** A browser and its system in words, such as "Firefox, Linux"; a program by the name it gives itself. */
export function deviceName(userAgent: string | null | undefined): string | null {
  if (!userAgent) return null;
  const names = [first(BROWSERS, userAgent), first(SYSTEMS, userAgent)].filter(Boolean);
  return names.length > 0 ? names.join(", ") : userAgent.split(/[\s(]/)[0] || null;
}
