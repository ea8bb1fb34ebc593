import { Sitewright } from "./sitewright.ts";

/** Compiles every plugin once, before the servers of the tests need them at the same time. */
export default async function warmUp() {
  const server = await Sitewright.start();
  try {
    const answer = await fetch(`${server.url}/readyz`);
    if (!answer.ok) throw new Error(`The server is not ready: ${answer.status} ${await answer.text()}`);
    await server.keepCache();
  } finally {
    await server.stop();
  }
}
