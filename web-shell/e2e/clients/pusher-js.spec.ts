import { createHash } from "node:crypto";
import { expect, test } from "@playwright/test";
import { newAccount } from "../src/account.ts";
import {
  client as clientOf,
  connected,
  hangUp,
  heard,
  KEY,
  sign,
  signing,
  startWithKeys,
  subscribed,
} from "../src/pusher-app.ts";
import type { Sitewright } from "../src/sitewright.ts";

/** The official client, in Node.js, against the real server. */
let server: Sitewright;

test.beforeAll(async () => {
  server = await startWithKeys();
});
test.afterEach(hangUp);
test.afterAll(() => server.stop());

type Wishes = Parameters<typeof clientOf>[1];
const client = (options: Wishes = {}, url = server.url, key = KEY) => clientOf(url, options, "anna", key);

/** A signed call of the HTTP API. */
async function trigger(body: object) {
  const text = JSON.stringify(body);
  const query = [
    `auth_key=${KEY}`,
    `auth_timestamp=${Math.floor(Date.now() / 1000)}`,
    "auth_version=1.0",
    `body_md5=${createHash("md5").update(text).digest("hex")}`,
  ].join("&");
  const path = "/apps/sitewright/events";
  const answer = await fetch(
    `${server.url}${path}?${query}&auth_signature=${sign(`POST\n${path}\n${query}`)}`,
    {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: text,
    },
  );
  expect(answer.status, await answer.text()).toBe(200);
}

test("public channels: events arrive, and stop after unsubscribing", async () => {
  const pusher = client();
  const channel = await subscribed(pusher, "news");
  const event = heard<{ title: string }>(channel, "published");
  await trigger({ name: "published", channel: "news", data: JSON.stringify({ title: "Żółw" }) });
  expect(await event).toEqual({ title: "Żółw" });

  let late = 0;
  channel.bind("published", () => {
    late += 1;
  });
  pusher.unsubscribe("news");
  const other = await subscribed(pusher, "other");
  const last = heard(other, "published");
  await trigger({ name: "published", channels: ["news", "other"], data: "{}" });
  await last;
  expect(late).toBe(0);
});

test("private channels: the server's own authorization, and a wrong signature", async () => {
  const user = await newAccount(server);
  const { token } = user;
  // The client's own request: a form, with the token as its header.
  const own = client({
    channelAuthorization: {
      endpoint: `${server.url}/broadcasting/auth`,
      transport: "ajax",
      headers: { Authorization: `Bearer ${token}` },
    },
  });
  const channel = await subscribed(own, `private-user.${user.id}`);
  const favourite = heard(channel, "favourite.changed");
  await fetch(`${server.url}/api/tools/email/favourite`, {
    method: "PUT",
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(await favourite).toEqual({ id: "email", favourite: true });

  const other = own.subscribe("private-user.another");
  expect(await heard<{ status: number }>(other, "pusher:subscription_error")).toMatchObject({
    status: 403,
  });

  const liar = client({
    channelAuthorization: {
      customHandler: (_wish, done) => done(null, { auth: `${KEY}:${"0".repeat(64)}` }),
    },
  });
  const refused = liar.subscribe(`private-user.${user.id}`);
  expect(await heard(refused, "pusher:subscription_error")).toMatchObject({ type: "AuthError", status: 401 });
  expect(refused.subscribed).toBe(false);
});

test("presence channels: members, joins and leaves", async () => {
  const anna = client();
  const mine = anna.subscribe("presence-project.7");
  const members = await heard<{ count: number; me: { id: string } }>(mine, "pusher:subscription_succeeded");
  expect(members.count).toBe(1);
  expect(members.me).toEqual({ id: "anna", info: { name: "anna" } });

  const added = heard(mine, "pusher:member_added");
  const ewa = client({ channelAuthorization: signing("ewa") });
  const theirs = ewa.subscribe("presence-project.7");
  expect((await heard<{ count: number }>(theirs, "pusher:subscription_succeeded")).count).toBe(2);
  expect(await added).toEqual({ id: "ewa", info: { name: "ewa" } });

  const removed = heard(mine, "pusher:member_removed");
  ewa.disconnect();
  expect(await removed).toEqual({ id: "ewa", info: { name: "ewa" } });
});

test("client events: to the others, with the sender's id, and not too fast", async () => {
  const anna = client();
  const ewa = client({ channelAuthorization: signing("ewa") });
  const mine = await subscribed(anna, "presence-talk");
  const theirs = await subscribed(ewa, "presence-talk");
  const said = new Promise((resolve) =>
    theirs.bind("client-typing", (data: unknown, about: unknown) => resolve([data, about])),
  );
  mine.trigger("client-typing", { at: 3 });
  expect(await said).toEqual([{ at: 3 }, { user_id: "anna" }]);

  const error = heard(anna.connection, "error");
  for (let number = 0; number < 5; number += 1) mine.trigger("client-typing", { number });
  expect(await error).toMatchObject({ type: "PusherError", data: { code: 4301 } });
  expect(anna.connection.state).toBe("connected");
});

test("the ping of a client is answered", async () => {
  const pusher = client({ activityTimeout: 300, pongTimeout: 2_000 });
  await connected(pusher);
  const id = pusher.connection.socket_id;
  const channel = await subscribed(pusher, "news");
  // Longer than the client's ping interval plus its timeout.
  await new Promise((resolve) => setTimeout(resolve, 3_500));
  expect(pusher.connection.socket_id).toBe(id);
  expect(channel.subscribed).toBe(true);
});

test("the ping of the server is answered by the client", async () => {
  const eager = await startWithKeys({
    REALTIME_ACTIVITY_TIMEOUT: "500ms",
    REALTIME_PONG_TIMEOUT: "500ms",
  });
  try {
    const pusher = client({ activityTimeout: 60_000 }, eager.url);
    await connected(pusher);
    const id = pusher.connection.socket_id;
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(pusher.connection.state).toBe("connected");
    expect(pusher.connection.socket_id).toBe(id);
  } finally {
    await eager.stop();
  }
});

test("a lost connection is restored, and its channels are subscribed again", async () => {
  const pusher = client();
  await connected(pusher);
  const first = pusher.connection.socket_id;
  const channel = await subscribed(pusher, "private-user.returning");
  const again = heard(channel, "pusher:subscription_succeeded");
  const path = "/apps/sitewright/users/returning/terminate_connections";
  const query = `auth_key=${KEY}&auth_timestamp=${Math.floor(Date.now() / 1000)}&auth_version=1.0`;
  const signature = sign(`POST\n${path}\n${query}`);
  const ended = await fetch(`${server.url}${path}?${query}&auth_signature=${signature}`, { method: "POST" });
  expect(ended.status).toBe(200);
  await again;
  expect(pusher.connection.socket_id).not.toBe(first);
});

test("an unknown key is not retried", async () => {
  const stranger = client({}, server.url, "unknown");
  expect(await heard(stranger.connection, "error")).toMatchObject({ error: { data: { code: 4001 } } });
  await expect.poll(() => stranger.connection.state).toBe("disconnected");
});

test("a full server is retried later", async () => {
  const small = await startWithKeys({ REALTIME_CONNECTIONS: "1" });
  try {
    const first = client({}, small.url);
    // A connection without an authorized subscription would be evicted.
    await subscribed(first, "private-user.anna");
    const second = client({}, small.url);
    expect(await heard(second.connection, "error")).toMatchObject({ error: { data: { code: 4100 } } });
    first.disconnect();
    await connected(second);
  } finally {
    await small.stop();
  }
});
