/** Costs in US dollars, with the same sign in every language. */
export const usdOf = (language: string) =>
  new Intl.NumberFormat(language, { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol" })
    .format;
