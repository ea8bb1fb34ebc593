/** A responsive search ad as Google Ads Editor imports it. */
export type SearchAdRow = {
  campaign: string;
  group: string;
  headlines: string[];
  descriptions: string[];
  path1: string;
  path2: string;
  url: string;
};

const HEADLINES = 15;
const DESCRIPTIONS = 4;

const numbered = (name: string, count: number) =>
  Array.from({ length: count }, (_, place) => `${name} ${place + 1}`);

const COLUMNS = [
  "Campaign",
  "Ad Group",
  ...numbered("Headline", HEADLINES),
  ...numbered("Description", DESCRIPTIONS),
  "Path 1",
  "Path 2",
  "Final URL",
];

const padded = (list: string[], count: number) =>
  Array.from({ length: count }, (_, place) => list[place] ?? "");

const quoted = (text: string) => `"${text.replaceAll(/\s+/g, " ").trim().replaceAll('"', '""')}"`;

/** One ad as a CSV file. It begins with a byte order mark so that spreadsheets read it as UTF-8. */
export function csv(row: SearchAdRow): string {
  const values = [
    row.campaign,
    row.group,
    ...padded(row.headlines, HEADLINES),
    ...padded(row.descriptions, DESCRIPTIONS),
    row.path1,
    row.path2,
    row.url,
  ];
  return `\ufeff${[COLUMNS, values].map((line) => line.map(quoted).join(",")).join("\r\n")}\r\n`;
}

export function download(name: string, text: string) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
