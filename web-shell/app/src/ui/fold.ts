/** Lower case without accents, for searching. Polish ł does not decompose. */
export const fold = (text: string) =>
  text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ł", "l");
