const KEY = "sitewright.palette-recent";
const MOST = 6;

/** The ids of what this user chose last, newest first. Other users of this browser have their own. */
export function recentOf(user: string): string[] {
  try {
    const all: unknown = JSON.parse(localStorage.getItem(`${KEY}.${user}`) ?? "[]");
    return Array.isArray(all) ? all.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

export function noteRecent(user: string, id: string) {
  const others = recentOf(user).filter((other) => other !== id);
  localStorage.setItem(`${KEY}.${user}`, JSON.stringify([id, ...others].slice(0, MOST)));
}
