import { useEffect, useState } from "react";
import { type Answer, useApi } from "../../api/client";
import { Search } from "../../search/search";

type Titles = Answer<"/api/documents/titles">;

/** The documents of the palette: their titles, and the search in them. */
export type Documents = { titles: Titles; search: Search; placeOf: (id: string) => number | undefined };

const KEPT_MS = 30 * 60_000;

/** Building the index of ten thousand titles takes longer than a frame, so it is kept as long as they do not change. */
let built: { titles: Titles; documents: Promise<Documents> } | null = null;

async function build(titles: Titles): Promise<Documents> {
  const places = new Map(titles.id.map((id, place) => [id, place]));
  const entries = titles.id.map((id, place) => ({ id, title: titles.title[place] ?? "" }));
  const search = await Search.ofMany(entries);
  return { titles, search, placeOf: (id) => places.get(id) };
}

/** The index of the documents; null until it is built. While a newer one is built, the previous one stays. */
export function useDocuments(isWanted: boolean): Documents | null {
  const [documents, setDocuments] = useState<Documents | null>(null);
  const { data: titles } = useApi(
    "/api/documents/titles",
    {},
    { enabled: isWanted, gcTime: KEPT_MS, throwOnError: false },
  );
  useEffect(() => {
    if (!titles) return;
    let isLeft = false;
    if (built?.titles !== titles) built = { titles, documents: build(titles) };
    built.documents.then((documents) => !isLeft && setDocuments(documents));
    return () => {
      isLeft = true;
    };
  }, [titles]);
  return documents;
}
