/** The text after the subject in an inbox: the preheader, or the beginning of the message. */
export function previewText(preheader: string, body: string): string {
  const plain = body
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/^\s*(?:#{1,6}|[-*>]|\d+\.)\s+/gm, "")
    .replaceAll(/[*_`]{1,3}(\S(?:[^\n]*?\S)?)[*_`]{1,3}/g, "$1")
    .replaceAll(/\s+/g, " ");
  return preheader.trim() || plain.trim();
}
