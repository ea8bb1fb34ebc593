import { Icon } from "@sitewright/ui/icon";
import { glued } from "@sitewright/ui/typography";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { accessOf, type Language, PATHS, type PageName, pathTo } from "../paths";
import { adminEntries, mainEntries } from "./menu";

/** The text of a key, in the language of the opening. */
type Say = (key: string) => string;

/** Title and description of a page, by their keys. A page without a line has its frame only. */
const HEADS: Partial<Record<PageName, [title: string, lead?: string]>> = {
  addProject: ["projects.add.title", "projects.add.lead"],
  tools: ["tools.catalogue.title", "tools.catalogue.lead"],
  bulk: ["bulk.list.title", "bulk.list.lead"],
  shops: ["shops.list.title", "shops.list.lead"],
  tasks: ["tasks.list.title", "tasks.list.lead"],
  archive: ["documents.archive.title", "documents.archive.lead"],
  adminUsers: ["admin.users.title", "admin.users.lead"],
  adminSite: ["operator.title", "operator.lead"],
  adminPosts: ["posts.title", "posts.lead"],
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

const Cookies = ({ say, language }: { say: Say; language: Language }) => (
  <section className="sw-opening-cookies">
    <p>
      {say("shell.cookies.needed")} {say("shell.cookies.partner")}{" "}
      <a href={pathTo("cookies", language)}>{say("shell.cookies.more")}</a>
    </p>
    <span className="sw-opening-button">{say("shell.cookies.refuse")}</span>
    <span className="sw-opening-button">{say("shell.cookies.accept")}</span>
  </section>
);

/** The question about cookies, which the styles hide if it was answered. */
export const cookieNotice = (language: Language, say: Say) =>
  renderToStaticMarkup(<Cookies language={language} say={say} />);

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
      <Cookies language={language} say={say} />
    </div>
  );
}

/** A heading and the text below it, as one block. */
const HeadText = ({ title, lead }: { title: string; lead: string | undefined }) => (
  <div className="sw-opening-text">
    <h1>{title}</h1>
    {lead && (
      <>
        <br />
        <p>
          <i />
          {lead}
        </p>
      </>
    )}
  </div>
);

/** The heading of a tool's page, in the classes of `tool-page.tsx`. The server puts in the texts of the tool. */
const ToolHead = ({ say }: { say: Say }) => (
  <>
    <span className="sw-opening-back">
      <Icon name="back" size={15} />
      {say("tools.page.back")}
    </span>
    <div className="sw-tool-head">
      <span className="sw-opening-icon" />
      <HeadText title="{tool-name}" lead="{tool-summary}" />
      <span className="sw-opening-many">
        <Icon name="table" size={15} />
        {say("tools.page.many")}
      </span>
    </div>
  </>
);

/** The name of the project is not known yet. */
const DashboardHead = ({ say }: { say: Say }) => (
  <>
    <div className="sw-opening-title" />
    <p>
      {say("dashboard.page.lead")} <br className="sw-narrow-break" />
      {say("dashboard.page.parts")}
    </p>
  </>
);

/**
 * The texts at the top of the page. They are the largest of it, so that the page counts as painted with them: the
 * application draws the same texts in several blocks, of which none is larger, whatever the width of the font.
 */
function Head({ page, say }: { page: PageName; say: Say }) {
  if (page === "tool") return <ToolHead say={say} />;
  if (page === "dashboard") return <DashboardHead say={say} />;
  const [title, lead] = HEADS[page] ?? [];
  if (!title) return <div className="sw-opening-title" />;
  return <HeadText title={say(title)} lead={lead && say(lead)} />;
}

/** The opening of a page in the frame: the menu and the heading are known before the program and the data. */
export function framedOpening(page: PageName, language: Language, text: Say): string {
  // As `gluePage` does it later: lines break at the same places.
  const say: Say = (key) => glued(text(key), language);
  const html = renderToStaticMarkup(
    <Frame say={say} language={language} here={PATHS[page][language]}>
      <Head page={page} say={say} />
    </Frame>,
  );
  // React also preloads the logo, which is the icon of the page.
  return html.replace(/^<link[^>]*>/, "");
}
