import { type BrowserContext, expect } from "@playwright/test";
import type { Language } from "./texts.ts";

export type Person = { name: string; email: string; password: string };

let made = 0;

/** Somebody who has no account yet. */
export function newPerson(): Person {
  made += 1;
  return {
    name: "Zofia Łąka",
    email: `zofia-${process.pid}-${made}@example.com`,
    password: "a long enough password",
  };
}

/** Headers that let a request of the test itself change something, as the page's own requests do. */
export async function csrfHeaders(context: BrowserContext, url: string): Promise<Record<string, string>> {
  const known = async () => (await context.cookies(url)).find(({ name }) => name === "XSRF-TOKEN")?.value;
  // A token that is there is kept: requests that run at the same time share it.
  if (!(await known())) await context.request.get(`${url}/sanctum/csrf-cookie`);
  return { "X-XSRF-TOKEN": decodeURIComponent((await known()) ?? "") };
}

/** Ends the browser's session without the screen, as another window would. */
export async function signOutElsewhere(context: BrowserContext, url: string) {
  await context.request.post(`${url}/logout`, { headers: await csrfHeaders(context, url) });
}

/** Makes an account without the screen; the browser is signed in afterwards. */
export async function register(context: BrowserContext, url: string, language: Language): Promise<Person> {
  const person = newPerson();
  const answer = await context.request.post(`${url}/register`, {
    headers: { ...(await csrfHeaders(context, url)), "Accept-Language": language },
    data: { ...person, password_confirmation: person.password },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return person;
}
