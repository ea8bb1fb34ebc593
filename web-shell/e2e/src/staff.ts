import { type BrowserContext, expect } from "@playwright/test";
import { csrfHeaders, newPerson, type Person } from "./person.ts";
import type { Sitewright } from "./sitewright.ts";
import type { Language } from "./texts.ts";

/** Signs an administrator in, whose account is made on the command line. */
export async function enterAsAdministrator(
  context: BrowserContext,
  server: Sitewright,
  language: Language,
): Promise<Person> {
  const person = { ...newPerson(), name: "Adam Zarządca" };
  const { email, name, password } = person;
  const options = ["--email", email, "--name", name, "--password", password, "--language", language];
  await server.command("user", "create", ...options, "--admin");
  const headers = await csrfHeaders(context, server.url);
  const answer = await context.request.post(`${server.url}/login`, { headers, data: { email, password } });
  expect(answer.status(), await answer.text()).toBe(200);
  return person;
}

/** Has the administrator who is signed in make an account, without the screen. */
export async function makeUser(context: BrowserContext, server: Sitewright, language: Language) {
  const { name, email } = newPerson();
  const answer = await context.request.post(`${server.url}/api/admin/users`, {
    headers: await csrfHeaders(context, server.url),
    data: { name, email, language },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  const { id } = (await answer.json()) as { id: string };
  return { id, name, email };
}
