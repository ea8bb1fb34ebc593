import { expect, test } from "vitest";
import { linkIn } from "./outbox";

test.each([
  [
    "Choose:\nhttps://a.example/reset-password?token=abc\n\nThe link",
    "https://a.example/reset-password?token=abc",
  ],
  ["Sitewright · https://a.example\nNobody reads answers.", null],
  ["", null],
])("%s", (text, link) => {
  expect(linkIn(text)).toBe(link);
});
