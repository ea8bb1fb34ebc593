import Pusher, { type ChannelAuthorizationHandler } from "pusher-js";
import { api, quietly, unwrap } from "../api/client";

/** How long a connection may take before the address of the page is tried. */
const UNAVAILABLE_AFTER_MS = 5_000;

type Place = { key: string; host: string; port: number; tls: boolean; channel: string };

export type Hearing = {
  onEvent: (event: string, data: unknown) => void;
  onLive: (live: boolean) => void;
};

const askPlace = () => unwrap(api.GET("/api/realtime", { headers: quietly }));

/** The server also accepts sockets at the page's address, in case the separate port is unreachable. */
function placeOfPage(place: Place): Place {
  const tls = location.protocol === "https:";
  return { ...place, host: location.hostname, port: Number(location.port) || (tls ? 443 : 80), tls };
}

const isSame = (one: Place, other: Place) => one.host === other.host && one.port === other.port;

/** Requests authorization. A response after the page was left would be sent to a closing socket. */
const authorizeUntil =
  (signal: AbortSignal): ChannelAuthorizationHandler =>
  ({ socketId, channelName }, done) => {
    if (signal.aborted) return;
    const body = { socket_id: socketId, channel_name: channelName };
    unwrap(api.POST("/broadcasting/auth", { body, headers: quietly })).then(
      ({ auth, channel_data }) =>
        signal.aborted || done(null, { auth, channel_data: channel_data ?? undefined }),
      (problem) => signal.aborted || done(problem, null),
    );
  };

function connect(place: Place, signal: AbortSignal, { onEvent, onLive }: Hearing): Pusher {
  const pusher = new Pusher(place.key, {
    cluster: "",
    wsHost: place.host,
    wsPort: place.port,
    wssPort: place.port,
    forceTLS: place.tls,
    // WebSocket only, over TLS as configured: the policy of the page blocks the alternatives.
    enabledTransports: ["ws"],
    enableStats: false,
    unavailableTimeout: UNAVAILABLE_AFTER_MS,
    channelAuthorization: { customHandler: authorizeUntil(signal) },
  });
  const channel = pusher.subscribe(place.channel);
  channel.bind("pusher:subscription_succeeded", () => onLive(true));
  pusher.connection.bind("state_change", ({ current }: { current: string }) => {
    if (current !== "connected") onLive(false);
  });
  channel.bind_global((event: string, data: unknown) => {
    if (!event.startsWith("pusher:")) onEvent(event, data);
  });
  return pusher;
}

/** Connects and stays connected until `signal`. Without a socket, nothing happens. */
export async function openSocket(signal: AbortSignal, hearing: Hearing) {
  const place = await askPlace();
  if (!place.enabled || signal.aborted) return;
  let pusher = connect(place, signal, hearing);
  const own = placeOfPage(place);
  const fallBack = () => {
    pusher.disconnect();
    pusher = connect(own, signal, hearing);
  };
  if (!isSame(place, own)) pusher.connection.bind("unavailable", fallBack);
  signal.addEventListener("abort", () => {
    // pusher-js sends queued data asynchronously, so the connection must still be open.
    setTimeout(() => pusher.disconnect());
    hearing.onLive(false);
  });
}
