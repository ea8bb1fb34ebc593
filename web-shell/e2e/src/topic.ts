import { titleOf } from "./catalogue.ts";
import { field } from "./shell.ts";
import type { Stage } from "./test.ts";

/** What the texts of the screens are about. */
export const TOPIC = { en: "Sourdough rolls, baked from seven", pl: "Bułki na zakwasie od siódmej" };
export const either = ({ language }: Stage, english: string, polish: string) =>
  language === "pl" ? polish : english;

/** Opens the tool, fills in its topic, and sends it. */
export async function sendTopic(stage: Stage) {
  const { page, catalogue, ui, language } = stage;
  await ui.openTool();
  const tool = await catalogue.tool("facebook-post");
  await field(page, titleOf(tool, "topic")).fill(TOPIC[language]);
  await ui.button("sdk.form.submit").click();
}

/** A document in the archive; returns its id. */
export const write = ({ catalogue, language }: Stage) =>
  catalogue.run("facebook-post", { topic: TOPIC[language], language });
