// @vitest-environment jsdom
import { MantineProvider } from "@mantine/core";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { createMemoryRouter, data, RouterProvider } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { switchLanguage, textsReady } from "../i18n/i18n";
import { ErrorPage, LastResort, NotFoundPage } from "./error-page";

vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));

let stage: HTMLElement;
beforeEach(async () => {
  await textsReady;
  await switchLanguage("en");
  document.body.replaceChildren();
  stage = document.body.appendChild(document.createElement("div"));
});

const heading = () => stage.querySelector("h1")?.textContent;
const status = () => stage.querySelector("[data-status]")?.getAttribute("data-status");

/** Opens a page whose loader throws. */
async function fail(problem: unknown) {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const loader = () => {
    throw problem;
  };
  const router = createMemoryRouter([{ path: "/", loader, element: <p />, ErrorBoundary: ErrorPage }]);
  await act(async () =>
    createRoot(stage).render(
      <MantineProvider env="test">
        <RouterProvider router={router} />
      </MantineProvider>,
    ),
  );
  await act(async () => {});
}

const unknown = data(null, { status: 404 });
const invalid = data("invalid", { status: 404 });

test.each([
  ["en", unknown, "404 Not Found", "404"],
  ["pl", unknown, "404 Nie znaleziono strony", "404"],
  ["en", invalid, "This page could not be found", "404"],
  ["pl", invalid, "Nie można odnaleźć tej strony", "404"],
  ["en", new Error("whatever"), "We are sorry, but something went wrong", "500"],
  ["pl", new Error("whatever"), "Przepraszamy, coś poszło nie tak", "500"],
] as const)("in %s: %j is %s", async (language, problem, title, code) => {
  await switchLanguage(language);
  await fail(problem);
  expect([heading(), status()]).toEqual([title, code]);
  const home = [...stage.querySelectorAll("a")].map((link) => link.getAttribute("href"));
  expect(home).toEqual([language === "pl" ? "/pl" : "/"]);
});

test("an unknown guard is named", async () => {
  await fail(data("Unknown middleware", { status: 500 }));
  expect([heading(), status()]).toEqual(["We are sorry, but something went wrong", "500"]);
  expect(stage.textContent).toContain("Unknown middleware");
});

test.each([
  ["en", "An error occurred while showing the error page", "/"],
  ["pl", "Wystąpił błąd podczas wyświetlania strony błędu", "/pl"],
])("if the error page fails itself, a link home is left, in %s", async (language, words, home) => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  document.documentElement.lang = language;
  // Outside of a router the page cannot draw its links.
  await act(async () =>
    createRoot(stage).render(
      <MantineProvider env="test">
        <LastResort>
          <NotFoundPage />
        </LastResort>
      </MantineProvider>,
    ),
  );
  expect(heading()).toBe(words);
  expect(stage.querySelector("a")?.getAttribute("href")).toBe(home);
});
