import type { Browser } from "@playwright/test";
import { Api } from "./api.ts";
import { newPerson } from "./person.ts";
import type { Sitewright } from "./sitewright.ts";
import { type Language, LOCALES, textsOf } from "./texts.ts";
import { Ui } from "./ui.ts";

const tokens = new WeakMap<Sitewright, Promise<string>>();

/** A bearer token of the server's super-administrator, created once on the command line. */
function staffToken(server: Sitewright): Promise<string> {
  const make = async () => {
    const options = ["--email", "staff@example.com", "--name", "Staff", "--super-admin", "--token", "--json"];
    return JSON.parse(await server.command("user", "create", ...options)).token;
  };
  const token = tokens.get(server) ?? make();
  tokens.set(server, token);
  return token;
}

/** Requests as the administrator, outside of any window. */
// biome-ignore lint/suspicious/noExplicitAny: a test that reads a missing value fails.
export async function askStaff(server: Sitewright, path: string, data?: object): Promise<any> {
  const answer = await fetch(`${server.url}/api/admin/${path}`, {
    method: data ? "POST" : "GET",
    headers: {
      Authorization: `Bearer ${await staffToken(server)}`,
      Accept: "application/json",
      "Content-Type": "application/json",
    },
    body: data && JSON.stringify(data),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** Signs a new user in with a link, without a process or a password. The address is verified. */
export async function enterAs(api: Api, role: "user" | "admin", language: Language) {
  const person = { name: "Adam Zarządca", email: newPerson().email };
  const { link } = await askStaff(api.server, "users", { ...person, role, language });
  await api.post("/api/one-time-login/validate", { token: link.url.split("/").pop() });
  return person;
}

export const enterAsAdministrator = (api: Api, language: Language) => enterAs(api, "admin", language);

/** Creates an account as the signed-in administrator, without the screen. */
export async function makeUser(api: Api, language: Language) {
  const { name, email } = newPerson();
  const { id } = (await api.post("/api/admin/users", { name, email, language })) as { id: string };
  return { id, name, email };
}

/** A second, clean window besides that of the test. */
export async function beside(
  browser: Browser,
  server: Sitewright,
  language: Language,
  work: (ui: Ui, api: Api) => Promise<void>,
) {
  const context = await browser.newContext({ baseURL: server.url, locale: LOCALES[language] });
  try {
    await context.addCookies([
      { name: "cookie_consent", value: "1", url: server.url },
      { name: "locale", value: language, url: server.url },
    ]);
    const ui = new Ui(await context.newPage(), textsOf(language), language);
    await work(ui, new Api(context, server));
  } finally {
    await context.close();
  }
}
