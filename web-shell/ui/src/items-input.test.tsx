// @vitest-environment jsdom
import { MantineProvider } from "@mantine/core";
import { act, useState } from "react";
import { createRoot } from "react-dom/client";
import { expect, test } from "vitest";
import { ItemsInput } from "./items-input";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
window.matchMedia = ((media: string) => ({
  media,
  matches: false,
  addEventListener() {},
  removeEventListener() {},
})) as never;
globalThis.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
} as never;

let last: string[] = [];
function Facts() {
  const [items, setItems] = useState<string[]>([]);
  last = items;
  return <ItemsInput label="Facts" value={items} onChange={setItems} />;
}

/** Types a text sign by sign, with the key before each change, and then Enter. */
async function type(input: HTMLInputElement, text: string) {
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
  const press = async (key: string) => {
    const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    await act(async () => input.dispatchEvent(event));
    return !event.defaultPrevented;
  };
  for (const sign of text) {
    if (!(await press(sign))) continue;
    await act(async () => {
      set?.call(input, input.value + sign);
      input.dispatchEvent(new InputEvent("input", { bubbles: true }));
    });
  }
  await press("Enter");
}

test("a decimal comma does not split what is typed", async () => {
  const place = document.body.appendChild(document.createElement("div"));
  await act(async () =>
    createRoot(place).render(
      <MantineProvider env="test">
        <Facts />
      </MantineProvider>,
    ),
  );
  const input = place.querySelector<HTMLInputElement>("input:not([type=hidden])");
  if (!input) throw new Error("no input");
  await act(async () => input.focus());
  await type(input, "chleb żytni, cena 14,90 zł, bez drożdży");
  expect(last).toEqual(["chleb żytni", "cena 14,90 zł", "bez drożdży"]);
});
