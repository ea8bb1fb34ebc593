/** Whether it is a letter or a digit; the interpreter that runs tools has no Unicode classes. */
export function isAlphanumeric(letter: string): boolean {
  const code = letter.codePointAt(0) ?? 0;
  if (code < 0x80) {
    return /[0-9A-Za-z]/.test(letter);
  }
  const hasCase = letter.toLowerCase() !== letter.toUpperCase();
  // Scripts without case: characters beyond Cyrillic, except punctuation, symbols, emoji and invisible ones.
  return hasCase || (code >= 0x531 && !(code >= 0x2000 && code <= 0x2e7f) && !isSign(code)) || code === 0xaa;
}

function isSign(code: number): boolean {
  return (
    (code >= 0x3000 && code <= 0x303f) ||
    (code >= 0xe000 && code <= 0xf8ff) ||
    (code >= 0xfe00 && code <= 0xfe6f) ||
    (code >= 0xff00 && code <= 0xff0f) ||
    (code >= 0x1f000 && code <= 0x1faff) ||
    code >= 0xe0000
  );
}

function hasAlphanumeric(word: string): boolean {
  for (const letter of word) {
    if (isAlphanumeric(letter)) {
      return true;
    }
  }
  return false;
}

/** Words as users count them: runs between white space that contain a letter or a digit. */
export function words(text: string): string[] {
  return text.split(/\s+/).filter(hasAlphanumeric);
}

/** A word without the punctuation around it: `„dom”,` as `dom`. */
export function bare(word: string): string {
  const letters = [...word];
  const first = letters.findIndex(isAlphanumeric);
  return first < 0 ? "" : letters.slice(first, letters.findLastIndex(isAlphanumeric) + 1).join("");
}
