// @vitest-environment jsdom
import { MantineProvider } from "@mantine/core";
import { act, useRef } from "react";
import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";
import { FormPanel, useFolded } from "./form-panel";

vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
// A phone.
vi.stubGlobal("matchMedia", (query: string) => ({
  matches: query.startsWith("(max-width"),
  addEventListener() {},
  removeEventListener() {},
}));

function Screen({ result }: { result: string | undefined }) {
  const output = useRef<HTMLElement>(null);
  const { folded, setFolded } = useFolded(output, { result, requested: result });
  return (
    <>
      <FormPanel folded={folded} gist="Rye bread" onFold={setFolded}>
        <form>
          <input />
        </form>
      </FormPanel>
      <section ref={output} tabIndex={-1} />
    </>
  );
}

const stage = document.body.appendChild(document.createElement("div"));
const root = createRoot(stage);
const draw = (result: string | undefined) =>
  act(async () =>
    root.render(
      <MantineProvider env="test">
        <Screen result={result} />
      </MantineProvider>,
    ),
  );
const isFolded = () => stage.querySelector("form")?.closest("[hidden]") !== null;

test("the form is folded before the screen scrolls to a result, and unfolds on demand", async () => {
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue({ top: -1 } as DOMRect);
  const scrolled: boolean[] = [];
  Element.prototype.scrollIntoView = () => void scrolled.push(isFolded());
  await draw(undefined);
  expect(isFolded()).toBe(false);
  await draw("first");
  expect(scrolled).toEqual([true]);
  await act(async () => stage.querySelector<HTMLElement>(".sw-tool-gist")?.click());
  expect(isFolded()).toBe(false);
  await draw("second");
  expect(scrolled).toEqual([true, true]);
});
