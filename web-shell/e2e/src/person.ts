import type { Api } from "./api.ts";
import type { Sitewright } from "./sitewright.ts";
import type { Language } from "./texts.ts";

export type Person = { name: string; email: string; password: string };

let made = 0;

/** A visitor without an account. */
export function newPerson(): Person {
  made += 1;
  const email = `zofia-${process.pid}-${made}@example.com`;
  return { name: "Zofia Łąka", email, password: "a long enough password" };
}

/** Creates an account without the screen; the browser is signed in afterwards. */
export async function register(api: Api, language: Language): Promise<Person> {
  const person = newPerson();
  const data = { ...person, password_confirmation: person.password };
  await api.post("/register", data, { "Accept-Language": language });
  return person;
}

/** Creates an account on the command line, with a verified address and without a session. */
export async function createPerson(server: Sitewright, language: Language, name = "Zofia Łąka") {
  const person = { ...newPerson(), name };
  const { email, password } = person;
  const options = ["--email", email, "--name", name, "--password", password, "--language", language];
  await server.command("user", "create", ...options);
  return person;
}
