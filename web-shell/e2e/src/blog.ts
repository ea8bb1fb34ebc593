import type { Api } from "./api.ts";
import { photo } from "./photo.ts";
import type { Language } from "./texts.ts";

const TEXT: Record<Language, string> = {
  en: `Rye bread needs time, not skill. Here is what happens in the twelve hours between flour and crust.

## The starter

Mix **100 g** of rye flour with the same amount of water, and leave it overnight.

- It should smell of apples.
- It should have doubled.

## The oven

As hot as it gets for ten minutes, then an hour at 200 degrees.`,
  pl: `Chleb żytni potrzebuje czasu, a nie talentu. Oto co dzieje się przez dwanaście godzin między mąką a skórką.

## Zakwas

Wymieszaj **100 g** mąki żytniej z taką samą ilością wody i zostaw na noc.

- Powinien pachnieć jabłkami.
- Powinien podwoić objętość.

## Piec

Najpierw dziesięć minut na najwyższej temperaturze, potem godzina w 200 stopniach.`,
};

const TITLE: Record<Language, string> = {
  en: "Rye bread that forgives mistakes",
  pl: "Chleb żytni, który wybacza błędy",
};

const DESCRIPTION: Record<Language, string> = {
  en: "What happens in the twelve hours between flour and crust, and why rye bread needs time instead of skill.",
  pl: "Co dzieje się przez dwanaście godzin między mąką a skórką i dlaczego chleb żytni potrzebuje czasu, a nie talentu.",
};

/** A picture of the site. */
export async function uploadPhoto(api: Api, seed = 0): Promise<string> {
  const picture = await api.post("/api/admin/pictures", photo(1200, 750, seed), {
    "Content-Type": "image/png",
  });
  return picture.id;
}

export const makeAuthor = async (api: Api, name = "Anna Zielińska"): Promise<string> =>
  (await api.post("/api/admin/authors", { name, bio_en: "Bakes.", bio_pl: "Piecze." })).id;

/** A draft with a text; the author, the tags and the cover only if it `isReady` to be published. */
export async function makePost(api: Api, language: Language, isReady = true) {
  const title = `${TITLE[language]} ${crypto.randomUUID().slice(0, 4)}`;
  const { id, document_id } = await api.post("/api/admin/posts", { kind: "post", language, title });
  await api.patch(`/api/documents/${document_id}`, { text: TEXT[language] });
  await api.post(`/api/admin/posts/${id}/text`);
  if (isReady)
    await api.patch(`/api/admin/posts/${id}`, {
      description: DESCRIPTION[language],
      tags: language === "pl" ? ["Chleb", "Zakwas"] : ["Bread", "Sourdough"],
      author_id: await makeAuthor(api),
      cover_id: await uploadPhoto(api),
      cover_alt: language === "pl" ? "Pola żyta o świcie" : "Fields of rye at dawn",
    });
  return { id: id as string, document: document_id as string, title };
}
