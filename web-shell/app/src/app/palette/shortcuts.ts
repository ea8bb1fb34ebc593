import { type PageName, pageAt } from "../../paths";

/** Pages that a letter after "g" opens, by English address, as in the menu. A page that does not exist yet is omitted. */
const GO: [letter: string, address: string][] = [
  ["d", "/app/dashboard"],
  ["p", "/app/projects"],
  ["k", "/app/brand-kit"],
  ["t", "/app/tools"],
  ["b", "/app/bulk"],
  ["s", "/app/shops"],
  ["h", "/app/health-score"],
  ["o", "/app/tasks"],
  ["a", "/app/archive"],
  ["u", "/app/settings"],
];

/** The pages with their letters. */
export const goTo = (): [letter: string, page: PageName][] =>
  GO.flatMap(([letter, address]) => {
    const page = pageAt(address);
    return page ? [[letter, page]] : [];
  });

/** The keys that open a page, for hints. */
export const keysOf = (page: PageName): string | undefined => {
  const letter = goTo().find(([, other]) => other === page)?.[0];
  return letter && `G ${letter.toUpperCase()}`;
};

const OFF = "sitewright.shortcuts-off";

/** Whether single keys are shortcuts: people who dictate switch them off. Keys with Ctrl work either way. */
export const areOn = () => localStorage.getItem(OFF) === null;

export function switchOn(on: boolean) {
  if (on) localStorage.removeItem(OFF);
  else localStorage.setItem(OFF, "1");
}
