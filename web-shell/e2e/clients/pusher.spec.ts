import { expect, test } from "@playwright/test";
import type Api from "pusher";
import { apiOf, client, connected, hangUp, heard, startWithKeys, subscribed } from "../src/pusher-app.ts";
import type { Sitewright } from "../src/sitewright.ts";

/** Pusher's server library, with Pusher's client at the other end. */
let server: Sitewright;
let api: Api;

test.beforeAll(async () => {
  server = await startWithKeys();
  api = apiOf(server.url);
});
test.afterEach(hangUp);
test.afterAll(() => server.stop());

const listener = (user = "anna") => client(server.url, {}, user);
const answerOf = async (answer: Promise<{ json: () => Promise<unknown> }>) => (await answer).json();
const statusOf = (call: Promise<unknown>) =>
  call.then(
    () => 200,
    (problem: { status: number }) => problem.status,
  );

test("an event reaches several channels, but not the socket that caused it", async () => {
  const [one, two] = [listener(), listener("ewa")];
  const [here, there] = [await subscribed(one, "news"), await subscribed(two, "news")];
  let own = 0;
  here.bind("published", () => {
    own += 1;
  });
  const arrives = heard(there, "published");
  const answer = await api.trigger(
    ["news", "other"],
    "published",
    { title: "Żółw" },
    {
      socket_id: one.connection.socket_id,
    },
  );
  expect(answer.status).toBe(200);
  expect(await arrives).toEqual({ title: "Żółw" });
  const last = heard(here, "last");
  await api.trigger("news", "last", {});
  await last;
  expect(own).toBe(0);
});

test("events in a batch", async () => {
  const channel = await subscribed(listener(), "batch");
  const names: string[] = [];
  const third = heard(channel, "third");
  channel.bind_global((name: string) => names.push(name));
  await api.triggerBatch(
    ["first", "second", "third"].map((name) => ({ channel: "batch", name, data: "{}" })),
  );
  await third;
  expect(names.filter((name) => !name.startsWith("pusher"))).toEqual(["first", "second", "third"]);
  const many = Array.from({ length: 11 }, () => ({ channel: "batch", name: "a", data: "" }));
  expect(await statusOf(api.triggerBatch(many))).toBe(422);
});

test("q6: a publisher can request the number of subscribers", async () => {
  await subscribed(listener(), "presence-room");
  await subscribed(listener("ewa"), "presence-room");
  await subscribed(listener(), "counted");
  const info = "user_count,subscription_count";
  expect(await answerOf(api.trigger(["presence-room", "counted"], "a", {}, { info }))).toEqual({
    channels: {
      "presence-room": { user_count: 2, subscription_count: 2 },
      counted: { subscription_count: 1 },
    },
  });
  const batch = [
    { channel: "presence-room", name: "a", data: "{}", info: "user_count" },
    { channel: "counted", name: "a", data: "{}" },
  ];
  expect(await answerOf(api.triggerBatch(batch))).toEqual({ batch: [{ user_count: 2 }, {}] });
});

test("q6: the state of channels can be requested, and invalid attributes are refused", async () => {
  await subscribed(listener(), "presence-asked");
  const get = (path: string, params = {}) => api.get({ path, params });
  expect(
    await answerOf(get("/channels", { filter_by_prefix: "presence-asked", info: "user_count" })),
  ).toEqual({
    channels: { "presence-asked": { user_count: 1 } },
  });
  expect(await answerOf(get("/channels/presence-asked", { info: "user_count" }))).toEqual({
    occupied: true,
    user_count: 1,
  });
  expect(await answerOf(get("/channels/presence-asked/users"))).toEqual({ users: [{ id: "anna" }] });
  for (const [path, params] of [
    ["/channels/news", { info: "user_count" }],
    ["/channels", { info: "user_count" }],
    ["/channels/news/users", {}],
  ] as const) {
    expect(await statusOf(get(path, params)), path).toBe(400);
  }
});

test("q6: a signed-in user receives messages, and can be disconnected", async () => {
  const anna = listener("anna-7");
  anna.signin();
  await connected(anna);
  // After its sign-in the client subscribes to the messages of its user.
  await expect.poll(() => anna.user.serverToUserChannel?.subscribed).toBe(true);
  const received = heard(anna.user, "greeting");
  await api.sendToUser("anna-7", "greeting", { hello: true });
  expect(await received).toEqual({ hello: true });

  const before = anna.connection.socket_id;
  expect((await api.terminateUserConnections("anna-7")).status).toBe(200);
  await expect.poll(() => anna.connection.socket_id ?? before).not.toBe(before);
});

test("q6: cache channels send the last event to new subscribers", async () => {
  for (const name of ["cache-price", "private-cache-price", "presence-cache-price"]) {
    const first = listener().subscribe(name);
    await heard(first, "pusher:cache_miss");
    const arrives = heard(first, "price");
    await api.trigger(name, "price", { number: 1 });
    expect(await arrives, name).toEqual({ number: 1 });
    const second = listener("ewa").subscribe(name);
    expect(await heard(second, "price"), name).toEqual({ number: 1 });
  }
});

test("encrypted channels are relayed unchanged", async () => {
  const encryptionMasterKeyBase64 = Buffer.alloc(32, 7).toString("base64");
  const secret = apiOf(server.url, { encryptionMasterKeyBase64 });
  const pusher = client(server.url, {
    channelAuthorization: {
      customHandler: ({ socketId, channelName }, done) =>
        done(null, secret.authorizeChannel(socketId, channelName)),
    },
  });
  const channel = await subscribed(pusher, "private-encrypted-letters");
  const arrives = heard(channel, "letter");
  await secret.trigger("private-encrypted-letters", "letter", { text: "zażółć" });
  expect(await arrives).toEqual({ text: "zażółć" });
});

test("a wrong secret is refused", async () => {
  const stranger = apiOf(server.url, { secret: "another" });
  expect(await statusOf(stranger.trigger("news", "a", {}))).toBe(401);
});
