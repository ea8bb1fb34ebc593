import { expect, test } from "vitest";
import { gluedHtml } from "./glued-html";

test("texts are glued, and code is not", () => {
  const html =
    '<p title="w domu">W domu <code>z kodu</code> i w <b>sklepie</b></p><pre><code>a b</code></pre>';
  expect(gluedHtml(html, "pl").replaceAll("\u00a0", "~")).toBe(
    '<p title="w domu">W~domu <code>z kodu</code> i~w~<b>sklepie</b></p><pre><code>a b</code></pre>',
  );
});
