import { createHmac } from "node:crypto";
import Api from "pusher";
import Pusher, { type Options } from "pusher-js";
import { type Settings, Sitewright } from "./sitewright.ts";

/** The key and the secret of the application, known to the tests. */
export const KEY = "official-key";
export const SECRET = "official-secret";
/** The application's name in calls. */
export const APP = "sitewright";

export const startWithKeys = (settings: Settings = {}) =>
  Sitewright.start({
    REALTIME_KEY: KEY,
    REALTIME_SECRET: SECRET,
    REALTIME_PORT: "",
    REALTIME_CLIENT_EVENTS: "3",
    ...settings,
  });

export const sign = (text: string) => createHmac("sha256", SECRET).update(text).digest("hex");

/** Pusher's server library, as the application with this secret. */
export const apiOf = (url: string, options = {}) => {
  const { hostname, port } = new URL(url);
  return new Api({ appId: APP, key: KEY, secret: SECRET, host: hostname, port, useTLS: false, ...options });
};

/** Signs like an external application, so that every kind of channel can be tested. */
export const signing = (user: string): Options["channelAuthorization"] => ({
  customHandler: ({ socketId, channelName }, done) => {
    if (!channelName.startsWith("presence-"))
      return done(null, { auth: `${KEY}:${sign(`${socketId}:${channelName}`)}` });
    const channel_data = JSON.stringify({ user_id: user, user_info: { name: user } });
    done(null, { auth: `${KEY}:${sign(`${socketId}:${channelName}:${channel_data}`)}`, channel_data });
  },
});

/** Signs a user in. */
const signingIn = (user: string): Options["userAuthentication"] => ({
  customHandler: ({ socketId }, done) => {
    const user_data = JSON.stringify({ id: user, user_info: { name: user } });
    done(null, { auth: `${KEY}:${sign(`${socketId}::user::${user_data}`)}`, user_data });
  },
});

const clients: Pusher[] = [];

/** A `pusher-js` client as `user`; `hangUp` disconnects it. */
export function client(url: string, options: Partial<Options> = {}, user = "anna", key = KEY): Pusher {
  const { hostname, port } = new URL(url);
  const pusher = new Pusher(key, {
    cluster: "",
    wsHost: hostname,
    wsPort: Number(port),
    forceTLS: false,
    enabledTransports: ["ws"],
    channelAuthorization: signing(user),
    userAuthentication: signingIn(user),
    ...options,
  });
  clients.push(pusher);
  return pusher;
}

export function hangUp() {
  for (const client of clients.splice(0)) client.disconnect();
}

type Bound = { bind: (event: string, listener: (data: never) => void) => unknown };

/** The data of the next event with this name. */
export const heard = <T>(source: Bound, event: string) =>
  new Promise<T>((resolve) => source.bind(event, (data) => resolve(data)));

export const connected = (pusher: Pusher) =>
  pusher.connection.state === "connected" ? Promise.resolve() : heard(pusher.connection, "connected");

export async function subscribed(pusher: Pusher, name: string) {
  const channel = pusher.subscribe(name);
  await heard(channel, "pusher:subscription_succeeded");
  return channel;
}
