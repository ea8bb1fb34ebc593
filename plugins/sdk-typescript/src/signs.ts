// Invisible characters; see `signs.rs` of the Rust SDK.

const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are removed
  /[\u{0}-\u{8}\u{E}-\u{1F}\u{7F}-\u{84}\u{86}-\u{9F}\u{200B}\u{202A}-\u{202E}\u{2060}-\u{206F}\u{FEFF}\u{FFF9}-\u{FFFB}]/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: other kinds of line break
const BREAKS = /[\u{B}\u{C}\u{85}\u{2028}\u{2029}]/gu;
/** Tags are kept only after the black flag, whose region they encode. */
const TAGS = /(\u{1F3F4}[\u{E0000}-\u{E007F}]+)|[\u{E0000}-\u{E007F}]/gu;
/** Joiners beside Latin letters, spaces and punctuation have no effect. */
const JOINERS =
  /(?<![\u{600}-\u{1FFF}\u{2070}-\u{10FFFF}])[\u{200C}\u{200D}]|[\u{200C}\u{200D}](?![\u{600}-\u{1FFF}\u{2070}-\u{10FFFF}])/gu;

/** `text` without direction marks, zero-width characters and control characters. */
export function visible(text: string): string {
  return text
    .replace(BREAKS, "\n")
    .replace(HIDDEN, "")
    .replace(TAGS, (_, flag: string | undefined) => flag ?? "")
    .replace(JOINERS, "");
}
