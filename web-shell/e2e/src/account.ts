import type { Sitewright } from "./sitewright.ts";

/** A user who sends requests as a program. */
export type Account = { id: string; token: string };

let made = 0;

/** Creates an account without a browser. */
export async function newAccount(server: Sitewright): Promise<Account> {
  made += 1;
  const email = `client-${process.pid}-${made}@example.com`;
  const options = ["--email", email, "--name", "Anna", "--token", "--json"];
  return JSON.parse(await server.command("user", "create", ...options));
}
