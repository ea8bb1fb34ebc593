import { expect } from "@playwright/test";
import type { Api } from "./api.ts";
import type { Shop } from "./shop.ts";

export type Change = {
  id: string;
  item_id: string;
  title: string;
  field: string;
  state: string;
  old: string;
  new: string;
  passes: boolean;
};

/** Reading, writing and ordering takes longer than other waits on a busy machine. */
const PATIENCE = { timeout: 60_000 };

/** Connects the shop of the signed-in user without the screen and waits until it was read; returns its id. */
export async function connectShop(api: Api, shop: Shop): Promise<string> {
  const { id } = await api.post("/api/shops", shop.connection);
  const isRead = async () => {
    const { reading, read_at } = await api.get(`/api/shops/${id}`);
    return !reading && Boolean(read_at);
  };
  await expect.poll(isRead, PATIENCE).toBe(true);
  return id;
}

type Order = { fields?: string[]; items?: string[] };

/** Orders texts without the screen, for all products without a description by default; they are drafts. */
export async function orderTexts(api: Api, id: string, { fields = ["html"], items }: Order = {}) {
  const filter = { kind: "product", language: "pl", finding: "missing", field: "html" };
  const order = { tool: "product-description", fields, ...(items ? { kind: "product", items } : { filter }) };
  const { bulk_id } = await api.post(`/api/shops/${id}/orders`, order);
  await api.post(`/api/bulk/${bulk_id}/start`);
  await expect.poll(async () => (await api.get(`/api/bulk/${bulk_id}`)).status, PATIENCE).toBe("done");
}

/** Items of a bulk job of the free plan. */
const MOST_ITEMS = 100;

/** Connects a shop with at least this many products and orders a description for each. */
export async function propose(api: Api, shop: Shop, proposals: number): Promise<string> {
  const id = await connectShop(api, shop);
  const items = Array.from({ length: proposals }, (_, place) => String(place + 1));
  for (let from = 0; from < proposals; from += MOST_ITEMS)
    await orderTexts(api, id, { items: items.slice(from, from + MOST_ITEMS) });
  return id;
}

/** A description of 150 words with a list, as a model writes them. */
const LONG = [
  ...Array.from(
    { length: 3 },
    (_, place) =>
      `<h3>Część ${"I".repeat(place + 1)}</h3><p>${"Sprawdzi się w codziennej pracy i przy większych zadaniach, a uchwyt nie ślizga się w dłoni. ".repeat(3)}</p>`,
  ),
  `<ul>${"<li>Instrukcja po polsku i karta gwarancyjna</li>".repeat(4)}</ul>`,
].join("");

/** Rows of an uploaded table: the rules check each, which takes time in a debug build. */
const MOST_ROWS = 40;

/** Makes all proposals as long as those of a model, by uploading a table. */
export async function writeLongTexts(api: Api, id: string) {
  const all: Change[] = [];
  for (let page = 1; ; page++) {
    const { data, total } = await api.get(
      `/api/shops/${id}/changes?state=proposed&page=${page}&per_page=100`,
    );
    all.push(...data);
    if (all.length >= total) break;
  }
  const quoted = (text: string) => `"${text.replaceAll("\n", "").replaceAll('"', '""')}"`;
  const rows = all.map((change) => `${change.id},${quoted(change.new + LONG)}`);
  for (let from = 0; from < rows.length; from += MOST_ROWS) {
    const table = Buffer.from(["id,new", ...rows.slice(from, from + MOST_ROWS)].join("\r\n"));
    await api.post(`/api/shops/${id}/changes.csv`, table, { "Content-Type": "text/csv" });
  }
}

/** The changes of a shop in a state, in the order of the screen. */
export const changesOf = async (api: Api, id: string, state: string): Promise<Change[]> =>
  (await api.get(`/api/shops/${id}/changes?state=${state}&page=1&per_page=100`)).data;

/** Removes what drafts leave to be filled in, which does not pass. */
export async function fillGaps(api: Api, id: string, changes: Change[]) {
  const filled = ({ new: text }: Change) => text.replace(/<p>\[[^\]]*\]<\/p>/g, "");
  for (const change of changes)
    await api.patch(`/api/shops/${id}/changes/${change.id}`, { new: filled(change) });
}

/** Decides on proposals without the screen. */
export const decide = (api: Api, id: string, decision: string, changes: Change[]) =>
  api.post(`/api/shops/${id}/changes/decide`, { decision, ids: changes.map((change) => change.id) });

/** Writes, undoes or compares without the screen, and waits for the end. */
export async function work(api: Api, id: string, what: "write" | "undo" | "compare", changes?: Change[]) {
  const body = { do: what, ...(changes && { ids: changes.map((change) => change.id) }) };
  await api.post(`/api/shops/${id}/work`, body);
  await expect.poll(async () => (await api.get(`/api/shops/${id}`)).working, PATIENCE).toBeNull();
}
