import type { Sitewright } from "./sitewright.ts";
import { askStaff } from "./staff.ts";

type Mail = { id: string; recipient: string };

/** The link of the newest mail to an address; waits for it, since some mails are created after the response. */
export async function mailedLink(server: Sitewright, to: string): Promise<string> {
  for (let look = 0; look < 100; look += 1) {
    const { data } = (await askStaff(server, "outbox?per_page=100")) as { data: Mail[] };
    const mail = data.find(({ recipient }) => recipient === to);
    const { text } = mail ? await askStaff(server, `outbox/${mail.id}`) : { text: "" };
    const link = (text as string).match(/http\S+token=\S+/)?.[0];
    if (link) return link;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`No mail to ${to} with a link`);
}
