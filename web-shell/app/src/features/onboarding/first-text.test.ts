import { expect, test } from "vitest";
import type { KitContent, Proposal } from "../../api/onboarding";
import { inputFor, toolsFor } from "./first-text";

const KIT: KitContent = {
  name: "Pod Lipą",
  description: "Piekarnia na Jeżycach",
  tone: "",
  audience: "",
  avoid: [],
  facts: [
    "Telefon: 61 123 45 67",
    "Adres: Lipowa 1",
    "Godziny otwarcia: pon.–pt. 6:00–18:00",
    "Chleb żytni: 12,90 zł",
  ],
  glossary: [],
};

const found = (kind: string, text: string) => ({ kind, text, url: "https://pod-lipa.pl/" });

const PROPOSAL = {
  topic: "Chleb na zakwasie",
  found: [
    found("phone", "Telefon: 61 123 45 67"),
    found("address", "Adres: Lipowa 1"),
    found("hours", "Godziny otwarcia: pon.–pt. 6:00–18:00"),
    found("offer", "Chleb żytni: 12,90 zł"),
  ],
} as unknown as Proposal;

test("a post tells what is offered, when and where, but no telephone number", () => {
  expect(toolsFor("local")[0]).toBe("facebook-post");
  expect(inputFor("facebook-post", KIT, PROPOSAL, "pl")).toMatchObject({
    topic:
      "Piekarnia na Jeżycach.\nChleb żytni: 12,90 zł.\nGodziny otwarcia: pon.–pt. 6:00–18:00.\nAdres: Lipowa 1.",
    language: "pl",
  });
});

test("the title of a home page is about its subject", () => {
  expect(toolsFor("shop")[0]).toBe("seo-metatags");
  expect(inputFor("seo-metatags", KIT, PROPOSAL, "pl")).toMatchObject({
    keyword: "Chleb na zakwasie",
    brand: "Pod Lipą",
    page_type: "home",
  });
  const untitled = { ...PROPOSAL, topic: "", found: [] } as Proposal;
  expect(inputFor("seo-metatags", KIT, untitled, "pl").keyword).toBe("Pod Lipą");
});

test("long descriptions fit into the field", () => {
  const kit = { ...KIT, description: "x".repeat(990) };
  const { topic } = inputFor("facebook-post", kit, PROPOSAL, "pl");
  expect([...(topic as string)].length).toBeLessThanOrEqual(1000);
});

test("a user without a website has the name and one sentence", () => {
  const kit = { ...KIT, description: "Pieczemy", facts: [] };
  expect(inputFor("facebook-post", kit, null, "en")).toMatchObject({ topic: "Pieczemy." });
  expect(inputFor("business-bio", kit, null, "en")).toMatchObject({ what_we_do: "Pod Lipą: Pieczemy." });
});
