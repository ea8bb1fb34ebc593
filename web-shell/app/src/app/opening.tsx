import { Icon } from "@sitewright/ui/icon";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { accessOf, type Language, PATHS, type PageName, pathTo } from "../paths";
import { adminEntries, mainEntries } from "./menu";

/** The text of a key, in the language of the opening. */
type Say = (key: string) => string;

/** Title and description of a page, by their keys. A page without a line has its frame only. */
const HEADS: Partial<Record<PageName, [title: string, lead?: string]>> = {
  dashboard: ["", "dashboard.page.lead"],
  addProject: ["projects.add.title", "projects.add.lead"],
  tools: ["tools.catalogue.title", "tools.catalogue.lead"],
  bulk: ["bulk.list.title", "bulk.list.lead"],
  shops: ["shops.list.title", "shops.list.lead"],
  archive: ["documents.archive.title"],
  adminUsers: ["admin.users.title"],
};

/** What the frame and every page of it ask the server first. */
const FRAME_DATA = ["/api/user", "/api/project/getUserProjects", "/api/notifications"];

/** What a page asks beside it, as it writes the addresses. Those with a query are for the page without one. */
const PAGE_DATA: Partial<Record<PageName, string[]>> = {
  archive: ["/api/documents?sort=best&page=1&per_page=20", "/api/folders"],
};

/** The frame of the application, in the classes of `app-layout.tsx`; its data is not known yet. */
export const isFramed = (page: PageName) => PATHS[page].en.startsWith("/app/");

/** The requests of a page that `before-paint.js` sends before the program is loaded. */
export const earlyRequests = (page: PageName) =>
  isFramed(page) && accessOf(page) !== "public" ? [...FRAME_DATA, ...(PAGE_DATA[page] ?? [])] : [];

type EntriesProps = { of: ReturnType<typeof mainEntries>; here: string; language: Language; say: Say };

const Entries = ({ of, here, language, say }: EntriesProps) =>
  of.map(({ page, icon, label }) => {
    const path = pathTo(page, language);
    const isCurrent = here === path || here.startsWith(`${path}/`);
    return (
      <a key={page} href={path} className="sw-nav" aria-current={isCurrent ? "page" : undefined}>
        <Icon name={icon} size={20} />
        <span>{say(label)}</span>
      </a>
    );
  });

const Cookies = ({ say }: { say: Say }) => (
  <section className="sw-opening-cookies">
    <p>{say("shell.cookies.text")}</p>
    <span className="sw-opening-button">{say("shell.cookies.refuse")}</span>
    <span className="sw-opening-button">{say("shell.cookies.accept")}</span>
  </section>
);

/** The question about cookies, which the styles hide if it was answered. */
export const cookieNotice = (say: Say) => renderToStaticMarkup(<Cookies say={say} />);

function Frame({ say, language, here, children }: Omit<EntriesProps, "of"> & { children: ReactNode }) {
  return (
    <div className="sw-frame sw-opening-frame" data-opening="">
      <header className="sw-top">
        <span className="sw-opening-fold" />
        <img src="/favicon.svg" alt="Sitewright" width="30" height="30" />
        <span className="sw-wide" aria-hidden="true">
          Sitewright
        </span>
      </header>
      <nav className="sw-side" aria-label={say("layout.menu.title")}>
        <div className="sw-opening-entries">
          <div className="sw-selector-place" />
          <Entries of={mainEntries()} here={here} language={language} say={say} />
          <div className="sw-opening-staff">
            <div className="sw-opening-caption">{say("layout.admin.title")}</div>
            <Entries of={adminEntries()} here={here} language={language} say={say} />
          </div>
        </div>
      </nav>
      <main className="sw-main">
        <div className="sw-page">{children}</div>
      </main>
      <Cookies say={say} />
    </div>
  );
}

/** The opening of a page in the frame: the menu and the heading are known before the program and the data. */
export function framedOpening(page: PageName, language: Language, say: Say): string {
  const [title, lead] = HEADS[page] ?? [];
  const html = renderToStaticMarkup(
    <Frame say={say} language={language} here={PATHS[page][language]}>
      {title ? <h1>{say(title)}</h1> : <div className="sw-opening-title" />}
      {lead && <p>{say(lead)}</p>}
    </Frame>,
  );
  // React also preloads the logo, which is the icon of the page.
  return html.replace(/^<link[^>]*>/, "");
}
