/** One entry of the list: a question in its first line, the answer below it. */
export function entry(block: string): { question: string; answer: string } {
  const [question = "", ...answer] = block.split("\n");
  return { question: question.trim(), answer: answer.join("\n").trim() };
}

/**
 * The `FAQPage` of schema.org as JSON-LD, in a code block. Entries without an answer are omitted, since a page must
 * show the content of its markup.
 */
export function markup(blocks: readonly string[]): string {
  const entries = blocks.map(entry).filter(({ answer }) => answer !== "");
  const page = {
    "@context": "https://schema.org",
    "@type": "FAQPage",
    mainEntity: entries.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answer },
    })),
  };
  // Text that would close the script, or the code block, is escaped.
  const json = JSON.stringify(page, null, 2).replaceAll("<", "\\u003c").replaceAll("`", "\\u0060");
  return `\`\`\`html\n<script type="application/ld+json">\n${json}\n</script>\n\`\`\``;
}
