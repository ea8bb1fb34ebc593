import { createSocket } from "node:dgram";
import { installPage } from "../src/pages.ts";
import { asAdministrator, button, expect, type Page, type Response } from "../src/test.ts";

const inside = (page: Page) => page.frameLocator("iframe.tool-page-frame");

/** A page that records the outcome of each attempt in its own text. */
const HOSTILE = `
const note = (name, what) => {
  const line = document.createElement("p");
  line.id = name;
  line.textContent = what;
  document.body.append(line);
};
const attempt = async (name, deed) => {
  try {
    const got = await deed();
    note(name, "got " + String(got));
  } catch (problem) {
    note(name, "refused");
  }
};
const elsewhere = new URL("/api/user", location.href).href;
const pixel = (src) => new Promise((resolve, reject) => {
  const image = new Image();
  Object.assign(image, { src, onload: () => resolve("an image"), onerror: reject });
});
const added = (element, values) => new Promise((resolve, reject) => {
  const one = Object.assign(document.createElement(element), values, { onload: () => resolve(element), onerror: reject });
  document.body.append(one);
});
await attempt("parent", () => parent.document.title);
await attempt("top", () => top.localStorage.length);
await attempt("cookie", () => document.cookie || "none");
await attempt("storage", () => localStorage.length);
await attempt("database", () => new Promise((resolve, reject) => {
  const open = indexedDB.open("x");
  open.onsuccess = () => resolve("a database");
  open.onerror = reject;
}));
await attempt("fetch", () => fetch(elsewhere, { credentials: "include" }).then((answer) => answer.status));
await attempt("own-fetch", () => fetch("tool.css").then((answer) => answer.status));
await attempt("socket", () => new Promise((resolve, reject) => {
  const socket = new WebSocket(elsewhere.replace("http", "ws"));
  socket.onopen = () => resolve("a socket");
  socket.onerror = reject;
}));
await attempt("image", () => pixel(new URL("/favicon.svg", location.href).href));
await attempt("script", () => added("script", { src: new URL("/before-paint.js", location.href).href }));
await attempt("eval", () => new Function("return 1")());
await attempt("worker", () => new Promise((resolve, reject) => {
  const worker = new Worker(URL.createObjectURL(new Blob(["postMessage(1)"])));
  worker.onmessage = () => resolve("a worker");
  worker.onerror = reject;
}));
await attempt("popup", () => { if (!window.open("/app/settings")) throw new Error("no"); return "a window"; });
await attempt("navigate", () => { top.location.href = "/app/settings"; return "the window"; });
await attempt("clipboard", () => navigator.clipboard.writeText("stolen"));
await attempt("prompt", () => { if (prompt("Your password?") === null) throw new Error("no"); return "an answer"; });
await attempt("rtc", () => new Promise((resolve, reject) => {
  const line = new RTCPeerConnection({ iceServers: [{ urls: STUN }] });
  line.createDataChannel("stolen");
  line.onicecandidate = ({ candidate }) => candidate || resolve("to its end");
  line.createOffer().then((offer) => line.setLocalDescription(offer)).catch(reject);
  // A browser that blocks it may report nothing at all.
  setTimeout(() => resolve("nothing"), 2_000);
}));
const form = Object.assign(document.createElement("form"), { method: "post", action: "/logout" });
document.body.append(form);
form.submit();
note("form", "tried");
`;

/** The version of Chromium from which on the header `Connection-Allowlist` blocks WebRTC. */
const BLOCKS_WEBRTC = 152;

/** A TCP listener that would notice connections of the page, even without HTTP. */
async function listening() {
  const socket = createSocket("udp4");
  let count = 0;
  socket.on("message", () => {
    count++;
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return {
    address: `stun:127.0.0.1:${socket.address().port}`,
    packets: () => count,
    close: () => socket.close(),
  };
}

/** All but the last, in which browsers differ. */
const REFUSED = [...HOSTILE.matchAll(/attempt\("([\w-]+)"/g)].map(([, name]) => name).slice(0, -1);

asAdministrator(
  "a hostile page reaches nothing outside its frame",
  async ({ page, context, browser, server, watch, t, ui, api }) => {
    watch.expectOnConsole(/./);
    watch.expectToFail(/./);
    const { address, packets, close } = await listening();
    const { id } = await installPage(api, `const STUN = ${JSON.stringify(address)};\n${HOSTILE}`);
    // Requests blocked by the policy are still visible here, but never answered.
    const answered: string[] = [];
    const note = (response: Response) => {
      const isOfFrame = response.frame() !== page.mainFrame();
      const { pathname, protocol } = new URL(response.url());
      if (isOfFrame && protocol !== "blob:" && !pathname.startsWith("/plugin-ui/")) answered.push(pathname);
    };
    page.on("response", note);
    await ui.open("tool", { tool: id });
    const frame = inside(page);
    await expect(frame.locator("#form")).toHaveText("tried");
    for (const name of REFUSED) await expect(frame.locator(`#${name}`), name).toHaveText("refused");
    // Some browsers refuse to create it, others create one without any peers.
    await expect(frame.locator("#rtc")).toHaveText(/^(refused|got to its end|got nothing)$/);
    if (Number.parseInt(browser.version(), 10) >= BLOCKS_WEBRTC) expect(packets()).toBe(0);
    close();
    await expect(page).toHaveURL(ui.path("tool", { tool: id }));
    expect(context.pages()).toHaveLength(1);
    expect(answered).toEqual([]);
    page.off("response", note);
    // It never requested its channel, so the shell replaces it.
    await expect(page.getByRole("alert").filter({ hasText: t("page.ended.silent.title") })).toBeVisible();
    await ui.button("page.bar.toForm").last().click();
    await expect(ui.button("sdk.form.submit")).toBeVisible();
    // The user is still signed in.
    expect((await context.request.get(`${server.url}/api/user`)).status()).toBe(200);
  },
);

/** A page with its channel; "hear" runs at every other message of the shell. */
const line = (rest: string, hear = "") => `
    const note = (text) => {
      const line = document.createElement("p");
      line.textContent = text;
      document.body.append(line);
    };
    addEventListener("message", ({ ports: [port] }) => {
      const say = (message) => port.postMessage(typeof message === "string" ? message : JSON.stringify(message));
      port.onmessage = ({ data }) => {
        const { type, id, code } = JSON.parse(data);
        if (type === "refusal") note(id + " " + code);
        if (type === "answer") note(id + " answered");
        ${hear}
      };
      ${rest}
    });
    parent.postMessage({ sitewright: "hello", version: 1 }, "*");
  `;

asAdministrator(
  "a hostile page gets answers about its own tool only, and starts no run by itself",
  async ({ page, context, server, watch, t, ui, api }) => {
    watch.expectOnConsole(/sandbox/i);
    const script = line(
      `
      say({ type: "run", id: 1, input: {}, tool: "facebook-post" });
      say({ type: "fetch", id: 2, url: "/api/user" });
      say({ type: "save", id: 3, document: "other", text: "x" });
      say({ type: "save", id: 4, text: "x" });
      say({ type: "open", id: 5, path: "/app/settings" });
      say({ type: "open", id: 6 });
      say({ type: "download", id: 7, name: "../evil.html", text: "<script>" });
      say({ type: "__proto__", id: 8 });
      say({ type: "constructor", id: 9 });
      `,
      `if (type === "theme") say({ type: "run", id: 10, input: { topic: "An unrequested run" } });`,
    );
    const { id } = await installPage(api, script);
    await ui.open("tool", { tool: id });
    const frame = inside(page);
    for (const number of [1, 2, 3, 5, 7, 8, 9])
      await expect(frame.getByText(`${number} malformed`, { exact: true })).toBeVisible();
    for (const number of [4, 6])
      await expect(frame.getByText(`${number} no-result`, { exact: true })).toBeVisible();
    // A run costs words: without a user gesture, the user is asked. The tests' own clicks count as gestures.
    await page.evaluate(() =>
      Object.defineProperty(navigator, "userActivation", { value: { isActive: false } }),
    );
    await page.emulateMedia({ colorScheme: "dark" });
    const dialog = ui.dialog("page.ask.run.title");
    await button(dialog, t("page.ask.no")).click();
    await expect(frame.getByText("10 declined", { exact: true })).toBeVisible();
    const runs = await context.request.get(`${server.url}/api/runs`);
    expect((await runs.json()).data).toEqual([]);
  },
);

for (const [name, script] of [
  [
    "a huge message",
    line(`say(JSON.stringify({ type: "draft", id: 1, input: { topic: "x".repeat(300_000) } }));`),
  ],
  ["a flood", line(`for (let id = 1; id < 500; id += 1) say({ type: "height", id, pixels: 200 });`)],
  ["what is no message", line(`port.postMessage({ type: "run", id: 1, input: {} });`)],
] as const) {
  asAdministrator(`a hostile page is closed after ${name}`, async ({ page, t, ui, api }) => {
    const { id } = await installPage(api, script);
    await ui.open("tool", { tool: id });
    await expect(page.getByRole("alert").filter({ hasText: t("page.ended.noisy.title") })).toBeVisible();
    await expect(page.locator("iframe.tool-page-frame")).toHaveCount(0);
  });
}

asAdministrator(
  "a hostile page is closed when its frame navigates, or its protocol has another version",
  async ({ page, watch, t, ui, api }) => {
    watch.expectOnConsole(/./);
    const leaving = await installPage(api, line(`location.href = "index.html?again";`));
    await ui.open("tool", { tool: leaving.id });
    await expect(page.getByRole("alert").filter({ hasText: t("page.ended.left.title") })).toBeVisible();
    const later = await installPage(api, `parent.postMessage({ sitewright: "hello", version: 99 }, "*");`);
    await ui.open("tool", { tool: later.id });
    await expect(page.getByRole("alert").filter({ hasText: t("page.ended.outdated.title") })).toBeVisible();
  },
);

asAdministrator(
  "a page that fails to load is reported, and loads after a retry",
  async ({ page, watch, t, ui, api }) => {
    watch.expect(404, /^\/plugin-ui\//);
    watch.expectOnConsole(/./);
    const { id } = await installPage(api);
    await page.route("**/plugin-ui/**", (route) => route.fulfill({ status: 404, json: {} }));
    await ui.open("tool", { tool: id });
    await expect(page.getByRole("alert").filter({ hasText: t("page.ended.silent.title") })).toBeVisible();
    await page.unroute("**/plugin-ui/**");
    await ui.button("page.ended.retry").click();
    await expect(inside(page).getByRole("heading").first()).toBeVisible();
  },
);
