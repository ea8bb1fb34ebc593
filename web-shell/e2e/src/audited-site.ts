import { expect } from "@playwright/test";
import type { Api } from "./api.ts";
import { type Pages, Site } from "./site.ts";

/** The name under which the servers of the tests read the website that is audited. */
export const AUDITED = "meble.example.com";

type Head = {
  title?: string | null | undefined;
  description?: string | null | undefined;
  head?: string;
  /** What is around the content; the links of the shop by default. */
  nav?: string;
  footer?: string;
};

const words = (count: number, topic: string) =>
  Array.from({ length: count }, (_, place) => SENTENCES[place % SENTENCES.length]?.replace("…", topic)).join(
    " ",
  );

const SENTENCES = [
  "Nasz … powstaje z litego drewna dębowego, które suszymy przez dwa lata.",
  "Każdy … oglądają dwie osoby, zanim wyjedzie z warsztatu w Gdyni.",
  "Wymiary dobierzesz w centymetrach, a kolor oleju obejrzysz na próbkach.",
  "Dostawa na terenie Polski trwa do trzech tygodni i jest w cenie.",
  "Gwarancja obejmuje dziesięć lat, a naprawa po niej kosztuje tyle, co materiał.",
];

/** A page of the shop. */
export function page(
  name: string,
  body: string,
  { title = name, description, head = "", nav = NAV, footer = FOOTER }: Head = {},
): string {
  const text =
    description === undefined
      ? `${name}: meble z litego drewna z warsztatu w Gdyni, z dostawą w całej Polsce.`
      : description;
  return [
    `<!doctype html><html lang="pl"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width, initial-scale=1">`,
    title === null ? "" : `<title>${title}</title>`,
    text === null ? "" : `<meta name="description" content="${text}">`,
    `${head}</head><body><header><nav>${nav}</nav></header><main><h1>${name}</h1>${body}</main>`,
    `<footer>${footer}</footer></body></html>`,
  ].join("");
}

const FOOTER = `<a href="/kontakt">Kontakt</a> <a href="/regulamin-2019">Regulamin</a>`;
const SHELVES = ["stoly", "krzesla", "szafy", "lozka"] as const;
const NAMES = { stoly: "stół", krzesla: "krzesło", szafy: "szafa", lozka: "łóżko" } as const;
const WOODS = ["dąb", "jesion", "buk", "orzech", "sosna", "olcha"] as const;
const NAV = ["/", ...SHELVES.map((shelf) => `/${shelf}/`), "/poradnik/"]
  .map((path) => `<a href="${path}">${path === "/" ? "Meble Dąbrowa" : path.replaceAll("/", "")}</a>`)
  .join(" ");

const slug = (text: string) =>
  text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .replaceAll("ł", "l");

/** A furniture shop of forty pages with a mistake of most kinds that owners know. */
export function shop(): Pages {
  const pages: Pages = {};
  const paths: string[] = [];
  for (const shelf of SHELVES) {
    const name = NAMES[shelf];
    const items = WOODS.map((wood) => ({ wood, path: `/${shelf}/${slug(`${name}-${wood}`)}` }));
    pages[`/${shelf}/`] = page(
      `Meble: ${name}`,
      `<p>${words(12, name)}</p><ul>${items.map(({ wood, path }) => `<li><a href="${path}">${name} ${wood}</a></li>`).join("")}</ul>`,
      { title: `${name} z litego drewna na wymiar – Meble Dąbrowa` },
    );
    items.forEach(({ wood, path }, place) => {
      paths.push(path);
      pages[path] = page(
        `${name} ${wood}`,
        `<p>${words(10 + place * 4, `${name} ${wood}`)}</p><img src="/zdjecia/${shelf}.svg" width="640" height="480"${place % 2 ? "" : ` alt="${name} ${wood}"`}><p><a href="/${shelf}/">Wróć</a>${place === 2 ? ` <a href="${path}-stary-model">Poprzedni model</a>` : ""}</p>`,
        {
          title:
            place === 0
              ? null
              : place === 1
                ? `${name} ${wood} z litego drewna na wymiar, ręcznie robiony w naszym rodzinnym warsztacie stolarskim w Gdyni | Meble Dąbrowa`
                : place < 4
                  ? `${name} na wymiar`
                  : `${name} ${wood} na wymiar z dostawą – Meble Dąbrowa`,
          description: place === 5 ? null : place === 4 ? "Meble z drewna" : undefined,
        },
      );
    });
    pages[`/zdjecia/${shelf}.svg`] = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"/>`;
  }
  const articles = ["pielegnacja-drewna", "olej-czy-lakier", "jak-mierzyc-pokoj", "drewno-a-wilgoc"];
  pages["/poradnik/"] = page(
    "Poradnik",
    `<p>${words(8, "mebel")}</p><ul>${articles.map((name) => `<li><a href="/poradnik/${name}">więcej</a></li>`).join("")}</ul>`,
  );
  articles.forEach((name, place) => {
    const next = articles[place + 1];
    pages[`/poradnik/${name}`] = page(
      name.replaceAll("-", " "),
      `<h3>Krótko</h3><p>${words(place === 1 ? 1 : 24, "mebel")}</p>${next ? `<a href="/poradnik/${next}">Dalej</a>` : `<a href="/poradnik/archiwum/2019/olejowanie">Z archiwum</a>`}`,
    );
    paths.push(`/poradnik/${name}`);
  });
  pages["/poradnik/archiwum/2019/olejowanie"] = page(
    "Olejowanie",
    `<p>${words(20, "blat")}</p><a href="/poradnik/archiwum/2018/bejca">Starsze</a>`,
  );
  pages["/poradnik/archiwum/2018/bejca"] = page("Bejca", `<p>${words(6, "blat")}</p>`, {
    head: `<meta name="robots" content="noindex">`,
  });
  pages["/"] = page(
    "Meble Dąbrowa",
    `<p>${words(15, "mebel")}</p><p><a href="/nowosci">Nowości</a> <a href="/promocja-lato">Promocja</a></p>`,
    {
      title: "Meble z litego drewna na wymiar z Gdyni – Meble Dąbrowa",
    },
  );
  pages["/kontakt"] = page("Kontakt", `<p>${words(4, "mebel")}</p>`);
  pages["/nowosci"] = { status: 302, headers: { location: "/stoly/" } };
  pages["/osierocona"] = page("Kolekcja z targów", `<p>${words(14, "mebel")}</p>`);
  return pages;
}

/** Serves pages as the website of a project, with robots.txt and a sitemap of all of them. */
export async function serve(pages: Pages): Promise<Site> {
  const site = await Site.start(pages);
  const html = Object.entries(pages).filter(
    ([path, page]) => typeof page === "string" && !/\.\w+$/.test(path),
  );
  const urls = html.map(([path]) => `<url><loc>${startOf(site)}${path.slice(1)}</loc></url>`).join("");
  pages["/sitemap.xml"] =
    `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`;
  pages["/robots.txt"] = `User-agent: *\nDisallow: /koszyk\nSitemap: ${startOf(site)}sitemap.xml\n`;
  return site;
}

/** The address at which an audit of a website starts. */
export const startOf = (site: Site) => `http://${AUDITED}:${site.port}/`;

/** An audit takes longer than other waits on a busy machine. */
const PATIENCE = { timeout: 60_000 };

/** Audits a website without the screen; returns the id of the audit once it is done. */
export async function audit(api: Api, project: number, site: Site): Promise<string> {
  const { id } = await api.post("/api/audits", { project, start: startOf(site) });
  await expect.poll(async () => (await api.get(`/api/audits/${id}`)).state, PATIENCE).toBe("done");
  return id;
}

/** A project for the website, whose rules about encryption are off: the websites of tests have none. Returns its number. */
export async function auditedProject(api: Api): Promise<number> {
  const place = { language_code: "pl", location_code: 2616 };
  const { project } = await api.post("/api/project/addProject", { domain: AUDITED, ...place });
  const path = `/api/projects/${project.id}/audit-settings`;
  const rules = Object.fromEntries(OF_ENCRYPTION.map((rule) => [rule, { off: true }]));
  await api.put(path, { ...(await api.get(path)), rules });
  return project.id;
}

const OF_ENCRYPTION = ["sec-http-page", "redirect-http-to-https-missing"];
