const EMAIL = /^[^\s@/:]+@[^\s@/:]+\.[^\s@/:.]{2,}$/u;

/** A domain without a scheme, such as "piekarnia.pl/chleb?a=1". */
const DOMAIN = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(?::\d+)?(?:[/?#]\S*)?$/u;

const isWeb = (text: string) => !/\s/.test(text) && /^https?:\/\/[^/?#]/i.test(text) && URL.canParse(text);

const isOther = (text: string) =>
  /^mailto:[^\s@]+@[^\s@]+$/i.test(text) || /^tel:\+?[\d\s().-]{3,}$/i.test(text);

/** A page of the same site, or a place in the same page. */
const NEAR = /^(?:\/(?!\/)|#)[^\s\\]*$/u;

/** The address of a link as it is typed; null if it is none that a reader can open. A domain is an address of the web. */
export function hrefOf(typed: string): string | null {
  const text = typed.trim();
  if (isWeb(text) || NEAR.test(text)) return text;
  if (isOther(text)) return text.replace(/\s/g, "");
  if (EMAIL.test(text)) return `mailto:${text}`;
  return DOMAIN.test(text) ? `https://${text}` : null;
}
