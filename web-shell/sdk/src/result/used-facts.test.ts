import { expect, test } from "vitest";
import { contains } from "./used-facts";

test.each([
  ["Od soboty wracają rogale świętomarcińskie.", "rogale świętomarcińskie", true],
  ["Rogali świętomarcińskich nie zabraknie.", "rogale świętomarcińskie", true],
  ["Bochenek waży 800 g.", "waga 800 g", false],
  ["Waga: 800 g.", "waga 800 g", true],
  ["Waga: 900 g.", "waga 800 g", false],
  ["Open from 7 to 18.", "7–18", true],
  ["We bake with rye flour.", "rye", true],
  ["We bake with wheat.", "rye", false],
  ["", "rye flour", false],
])("%s contains %s: %s", (text, fact, is) => expect(contains(text, fact)).toBe(is));
