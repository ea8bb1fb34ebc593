import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import { target } from "../src/browser.ts";
import { apiOf, client, hangUp, KEY, SECRET, startWithKeys, subscribed } from "../src/pusher-app.ts";

type Line = { what: string; channel?: string; data?: string };

test.afterEach(hangUp);

test("q6: pysher, which uses protocol 6, subscribes, receives events, and gets responses", async () => {
  const server = await startWithKeys();
  const { hostname, port } = new URL(server.url);
  const script = fileURLToPath(new URL("pysher_client.py", import.meta.url));
  const python = spawn(target("fuzz/bin/python"), [script, hostname, port, KEY, SECRET], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines: Line[] = [];
  createInterface(python.stdout).on("line", (line) => lines.push(JSON.parse(line)));
  const hears = (what: string, channel?: string) =>
    expect
      .poll(() => lines.find((line) => line.what === what && line.channel === channel), {
        message: `${what} ${channel ?? ""} in ${JSON.stringify(lines)}`,
      })
      .toBeTruthy();
  try {
    await hears("connected");
    await hears("pong");
    for (const channel of ["news", "private-talk", "presence-talk"]) await hears("subscribed", channel);
    const api = apiOf(server.url);
    await api.trigger(["news", "private-talk", "presence-talk"], "greeting", { text: "Żółw" });
    for (const channel of ["news", "private-talk", "presence-talk"]) await hears("greeting", channel);
    expect(lines.find(({ what }) => what === "greeting")?.data).toBe('{"text":"Żółw"}');

    const other = await subscribed(client(server.url, {}, "ewa"), "private-talk");
    other.trigger("client-hello", { at: 3 });
    await hears("client", "private-talk");
    expect(lines.filter(({ what }) => what === "error")).toEqual([]);
  } finally {
    python.stdin.end();
    python.kill();
    await server.stop();
  }
});
