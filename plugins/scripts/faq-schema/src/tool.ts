// Questions and answers for a page, with the markup by which search engines and assistants recognise them.

import {
  between,
  generator,
  list,
  listPart,
  max,
  number,
  text,
  textPart,
  voice,
} from "@sitewright/plugin-sdk";
import en from "../texts/en.toml";
import pl from "../texts/pl.toml";
import { drafts } from "./draft";
import { entry, markup } from "./markup";

export default generator({
  texts: { en, pl },
  input: {
    topic: text({ required: true, min: 3, max: 150 }),
    facts: text({ required: true, min: 10, max: 5000, widget: "textarea" }),
    questions: list({ max: 10 }),
    count: number({ min: 1, max: 10, default: 5, widget: "slider" }),
    ...voice,
  },
  output: {
    faq: listPart({
      blocks: true,
      limits: [between("items", 1, 12, "hard"), max("words", 120, "recommended")],
    }),
    markup: textPart({ format: "markdown", computed: true }),
  },

  subject: (order) => order.topic,

  prompt: (brief) => ({
    role: brief.text("prompt.role"),
    rules: [
      brief.text("prompt.count", { count: brief.order.count }),
      brief.text("prompt.form"),
      brief.text("prompt.reader"),
      brief.order.questions.length > 0 ? brief.text("prompt.questions") : "",
    ],
    data: [
      [brief.text("input.topic.title"), brief.order.topic],
      [brief.text("input.facts.title"), brief.order.facts],
      [brief.text("input.questions.title"), brief.order.questions.join("\n")],
    ],
    maxWords: 90 * brief.order.count,
    temperature: 0.5,
  }),

  draft: (brief) => ({ faq: drafts(brief) }),

  finish: (_, variant) => {
    variant.markup = markup(variant.faq);
  },

  check: (_, variant, checks) => {
    for (const [at, block] of variant.faq.entries()) {
      const { question, answer } = entry(block);
      const field = `faq/${at}`;
      checks.rule(field, "question", "recommended", Number(!question.endsWith("?")), { place: at + 1 });
      checks.rule(field, "answer", "hard", Number(answer === ""), { place: at + 1 });
    }
  },
});
