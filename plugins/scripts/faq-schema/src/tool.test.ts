import { checkTool, TestHost } from "@sitewright/plugin-sdk/testing";
import { expect, test } from "vitest";
import { markup } from "./markup";
import tool from "./tool";

const ORDER = { topic: "Rye bread", facts: "Delivery: two working days\nBaked at six." };

function page(written: string) {
  const json = /<script type="application\/ld\+json">(.*)<\/script>/s.exec(written)?.[1] ?? "";
  return JSON.parse(json);
}

test("the tool is complete", () => checkTool(tool));

test("a draft answers with the facts and nothing else", () => {
  const { variants, drafted } = new TestHost("en").run(tool, {
    ...ORDER,
    questions: ["When is it delivered"],
  });
  expect(drafted).toBe(true);
  expect(variants[0]?.faq).toEqual([
    "When is it delivered?\nTwo working days.",
    "What is worth knowing about Rye bread?\nBaked at six.",
  ]);
  const { mainEntity } = page(variants[0]?.markup);
  expect(mainEntity[0]).toEqual({
    "@type": "Question",
    name: "When is it delivered?",
    acceptedAnswer: { "@type": "Answer", text: "Two working days." },
  });
});

test("an entry without an answer is requested again", () => {
  const host = new TestHost("pl").answers(
    "Kiedy?\nJutro.\n---\nGdzie?",
    "Kiedy będzie dostawa?\nJutro rano.\n---\nGdzie odebrać?\nW sklepie.",
  );
  const { variants } = host.run(tool, { ...ORDER, language: "pl" });
  expect(host.asked[1]?.messages.at(-1)?.text).toContain("Pod pytaniem w pozycji 2 brakuje odpowiedzi.");
  expect(page(variants[0]?.markup).mainEntity).toHaveLength(2);
});

test("user input cannot close the script or the code block", () => {
  const written = markup(["Why?\n</script><script>alert(1)</script> ```"]);
  expect(written.match(/<\/?script/g)).toHaveLength(2);
  expect(written.match(/```/g)).toHaveLength(2);
  expect(page(written).mainEntity[0].acceptedAnswer.text).toContain("</script>");
});
