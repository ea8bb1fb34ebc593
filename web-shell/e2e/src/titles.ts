/**
 * Titles as people write them, in English and Polish, the same on every run: words, names, numbers, prices, dashes,
 * quotes and brands, with pairs that a browser draws closer together ("AV", "To", "Wy", "P.").
 */

const ENGLISH = {
  subjects: `Running Shoes|Two-Bedroom Flats|Vegan Recipes|Wedding Photography|Tax Advice|Yoga for Beginners|AV Equipment
    Hire|Wooden Toys|Trail Maps|Van Rental|Home Insurance|Kitchen Knives|Used Cars|Office Chairs|Water Filters|Travel
    Mugs|Winter Coats|Personal Training|Tyre Change|LED TVs|Paper Lanterns|Fresh Sourdough|Jazz Lessons|Quartz
    Worktops|Garden Furniture|Phone Repairs|Local Plumbers|Web Design|Xylophones|Year-Round Kayaking`,
  openings: `How to Choose|The Best|Top 10|Buy|What Are|Why We Love|A Beginner’s Guide to|Cheap|Your Guide to|Everything
    About|Affordable|7 Myths About|Compare|Handmade|Today’s Deals:|Questions & Answers:|Find|Award-Winning`,
  promises: `Free Delivery over £60|Save up to 25%|From €199|Open 24/7|Reviews & Prices|5-Year Warranty|Book Online|Ready
    in 48 Hours|Sizes XS–XXL|“Simply the Best”|No. 1 in York|Step by Step|100% Cotton|Tested by Experts|Only $9.99|Just
    a Click Away|Since 1987|(Updated 2026)|It’s Easy!|Q&A`,
  brands: `Stride & Co|Taylor’s|AVA Home|WebWorks|Fjord|P. J. Wright Ltd|YouTube|Wool & Wax|Kiln|tavo.io|LT Motors|North 51°`,
};

const POLISH = {
  subjects: `Buty do biegania|Mieszkania dwupokojowe|Przepisy wegańskie|Fotografia ślubna|Porady podatkowe|Joga dla
    początkujących|Wynajem sprzętu AV|Drewniane zabawki|Mapy szlaków|Wypożyczalnia busów|Ubezpieczenie domu|Noże
    kuchenne|Żarówki LED|Krzesła biurowe|Filtry do wody|Kubki termiczne|Kurtki zimowe|Łóżka dziecięce|Wymiana opon|Telewizory
    Ultra HD|Tapety ścienne|Świeży chleb na zakwasie|Lekcje śpiewu|Blaty z kwarcu|Źródła energii odnawialnej|Naprawa
    telefonów|Kąpiel w źródłach|Wózki dziecięce|Ćwiczenia na plecy|Całoroczne spływy`,
  openings: `Jak wybrać:|Najlepsze|Tanie|Kup|Czym są|Dlaczego kochamy:|Poradnik:|TOP 10 –|Wszystko o temacie:|Porównaj|Ręcznie
    robione|Ważne pytania:|Znajdź|Żółte i zielone|Wyprzedaż:|Łatwe i tanie:|Tylko u nas:|7 mitów:`,
  promises: `darmowa dostawa od 199 zł|do 25% taniej|już od 49,99 zł|Czynne 24/7|opinie i ceny|5 lat gwarancji|zamów online|gotowe
    w 48 godzin|rozmiary XS–XXL|„po prostu najlepsze”|nr 1 w Łodzi|krok po kroku|100% bawełny|test ekspertów|Tyle, co
    nic: 9 €|zażółć gęślą jaźń|od 1987 r.|(aktualizacja 2026)|To łatwe!|Warszawa i okolice`,
  brands: `Biegownia|U Tomasza|AWA Dom|WebWorks|Źródełko|P. J. Wójcik|Ćma i Syn|Wełna & Wosk|Piec|tavo.pl|LT Auto|Północ 51°`,
};

type Words = typeof ENGLISH;

/** Numbers that look random and are the same each time (Park and Miller). */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % sides;
  };
}

function title(words: Words, roll: (sides: number) => number): string {
  const one = (list: string) => {
    const entries = list.split("|").map((entry) => entry.replace(/\s+/g, " ").trim());
    return entries[roll(entries.length)] ?? "";
  };
  const subject = one(words.subjects);
  const promise = one(words.promises);
  const brand = one(words.brands);
  const shapes = [
    `${one(words.openings)} ${subject} | ${brand}`,
    `${subject} – ${promise} | ${brand}`,
    `${subject}: ${promise} - ${brand}`,
    `${one(words.openings)} ${subject} – ${promise}`,
    `${brand} — ${subject}, ${promise}…`,
    `${subject} (${promise}) · ${brand}`,
  ];
  return shapes[roll(shapes.length)] ?? subject;
}

/** 250 titles in each language, none twice. */
export function titles(): string[] {
  const found = new Set<string>();
  for (const [words, seed] of [
    [ENGLISH, 7],
    [POLISH, 11],
  ] as const) {
    const roll = dice(seed);
    for (const wanted = found.size + 250; found.size < wanted; ) found.add(title(words, roll));
  }
  return [...found];
}
