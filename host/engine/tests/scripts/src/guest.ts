// The attacks of `examples/hostile.rs`, in TypeScript. The input names the attack.

import { now } from "sitewright:plugin/context@0.1.0";
import { complete } from "sitewright:plugin/model@0.1.0";
import { report } from "sitewright:plugin/progress@0.1.0";
import type { Descriptor, Outcome } from "sitewright:plugin/tool@0.1.0";
import type {} from "@sitewright/plugin-sdk";

/** Just above the limits of a result and of a call's data, and far above them. */
const LONG = 3_000_000;
const LONGER = 50_000_000;

function deeper(depth: number): number {
  return depth + deeper(depth + 1);
}

/** Would count runs if an instance were reused. */
let runs = 0;

const attacks: Record<string, () => string> = {
  loop: () => {
    for (;;) {}
  },
  memory: () => {
    const kept: ArrayBuffer[] = [];
    for (;;) {
      kept.push(new ArrayBuffer(LONG));
    }
  },
  recursion: () => String(deeper(0)),
  answer: () => "x".repeat(LONG),
  "long-answer": () => "x".repeat(LONGER),
  calls: () => {
    for (;;) {
      now();
    }
  },
  data: () => {
    report(0, 1, "x".repeat(LONG));
    return "";
  },
  panic: () => {
    throw new Error("on purpose");
  },
  expression: () => String(/^(a+)+$/.test(`${"a".repeat(40)}b`)),
  outside: () => {
    // `fetch` is defined, but the component imports nothing that it could send with.
    const names = ["process", "require", "Deno", "WebSocket", "XMLHttpRequest", "navigator", "localStorage"];
    return names.filter((name) => typeof Reflect.get(globalThis, name) !== "undefined").join(" ");
  },
  remember: () => String(++runs),
  random: () => String(Math.random()),
  clock: () => String(Date.now()),
  wait: () => complete({ messages: [{ role: "user", text: "well?" }], maxWords: 10 }).text,
};

export const tool = {
  describe(): Descriptor {
    return { name: "Hostile script", summary: "Attacks the host.", input: "{}", output: "{}", example: "{}" };
  },
  run(input: string): Outcome {
    const { do: what } = JSON.parse(input);
    return { title: what, text: attacks[what]?.() ?? "nothing", data: "{}" };
  },
};
