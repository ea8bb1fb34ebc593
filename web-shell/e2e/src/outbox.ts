import type { Sitewright } from "./sitewright.ts";

let administrators = 0;

/** A bearer token of an administrator, for what a test reads beside the screen. */
export async function administratorToken(server: Sitewright): Promise<string> {
  administrators += 1;
  const email = `admin-${process.pid}-${administrators}@example.com`;
  const options = ["--email", email, "--name", "Admin", "--admin", "--token", "--json"];
  return JSON.parse(await server.command("user", "create", ...options)).token;
}

type Mail = { id: string; recipient: string };

/** The link of the newest mail to an address; waits for it, since some mails are made after the answer. */
export async function mailedLink(server: Sitewright, to: string): Promise<string> {
  const headers = { Authorization: `Bearer ${await administratorToken(server)}`, Accept: "application/json" };
  const read = async (path: string) =>
    (await fetch(`${server.url}/api/admin/outbox${path}`, { headers })).json();
  for (let look = 0; look < 100; look += 1) {
    const { data } = (await read("?per_page=100")) as { data: Mail[] };
    const mail = data.find(({ recipient }) => recipient === to);
    const link = mail && ((await read(`/${mail.id}`)).text as string).match(/http\S+token=\S+/)?.[0];
    if (link) return link;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`No mail to ${to} with a link`);
}
