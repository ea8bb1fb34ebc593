import { expect, test } from "vitest";
import { aliases, findPage, languageOfPath, PATHS, pageAt, pathTo, translatePath } from "./paths";

test("every page has a distinct address in every language", () => {
  for (const language of ["en", "pl"] as const) {
    const addresses = Object.values(PATHS).map((page) => page[language]);
    expect(new Set(addresses).size).toBe(addresses.length);
  }
});

test("addresses are filled with encoded parameters", () => {
  expect(pathTo("tool", "pl", { tool: "facebook-post" })).toBe("/app/narzedzia/facebook-post");
  expect(pathTo("tool", "en", { tool: "facebook-post", "*": "history/2" })).toBe(
    "/app/tools/facebook-post/history/2",
  );
  expect(pathTo("document", "en", { document: "a/b" })).toBe("/app/archive/a%2Fb");
});

test("switching the language keeps the page and its parameters", () => {
  expect(translatePath("/app/tools/text-summary/x/y", "pl")).toBe("/app/narzedzia/text-summary/x/y");
  expect(translatePath("/app/archiwum/42", "en")).toBe("/app/archive/42");
  expect(translatePath("/rejestracja/", "en")).toBe("/register");
  expect(translatePath("/somewhere/else", "pl")).toBe("/somewhere/else");
});

test("only an address of one language determines the language", () => {
  expect(languageOfPath("/app/narzedzia")).toBe("pl");
  expect(languageOfPath("/app/archive")).toBe("en");
  expect(languageOfPath("/login")).toBeNull();
  expect(languageOfPath("/nothing/here")).toBeNull();
});

test("a longer address does not match its prefix", () => {
  expect(findPage("/app/archive/1/2")).toBeNull();
  expect(findPage("/app/tools")?.page).toBe("tools");
});

test("a trailing slash and the encoding of letters do not change an address", () => {
  expect(pageAt("/")).toBe("home");
  expect(pageAt("/pl/")).toBe("home");
  expect(pageAt("/app/archive/")).toBe("archive");
  expect(pageAt("/app/arch%69ve")).toBe("archive");
  expect(pageAt("/app/%ff")).toBeNull();
});

test("older addresses are made from the pages", () => {
  const leadsTo = (path: string) => aliases().find((alias) => alias.path === path);
  expect(leadsTo("/dashboard/archiwum")).toMatchObject({ page: "archive", language: "pl" });
  expect(leadsTo("/dashboard/dashboard")).toMatchObject({ page: "dashboard", language: null });
  expect(leadsTo("/pl/register")).toMatchObject({ page: "register", language: "pl" });
  expect(leadsTo("/pl/app/archive")).toBeUndefined();
});
