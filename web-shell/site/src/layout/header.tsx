import { Icon } from "@sitewright/ui/icon";
import { BRAND } from "../brand";
import { Each, Html, If, v } from "../jinja";
import type { Texts } from "../texts";
import { type Page, toApp } from "./document";

/** The groups of the navigation: label and pages. A page without a feature is not listed here. */
const GROUPS = [
  { label: "tools", pages: ["copywriter", "social", "ads", "shops", "audit", "allTools"] },
  { label: "resources", pages: ["help", "docs", "blog"] },
  { label: "company", pages: ["partners", "contact"] },
] as const;

/** Address of each entry: the page, and the rest of a page of the docs. */
const PAGES: Record<string, [page: string, rest?: string]> = {
  copywriter: ["copywriter"],
  social: ["socialMedia"],
  ads: ["adsGenerator"],
  shops: ["ecommerce"],
  audit: ["seoAudit"],
  allTools: ["aiTools"],
  help: ["docs", "help"],
  docs: ["docs", "introduction"],
  partners: ["partners"],
};

export const linkOf = ({ href }: Page, entry: string) => {
  const [page = entry, rest] = PAGES[entry] ?? [];
  return href(page, rest ? { "*": rest } : undefined);
};

/** A link of the navigation. The blog is one when it has posts. */
function Entry({ entry, page }: { entry: keyof Texts["frame"]; page: Page }) {
  const link = (
    <li>
      <a href={linkOf(page, entry)}>{page.texts.frame[entry]}</a>
    </li>
  );
  return entry === "blog" ? <If is="frame.blog">{link}</If> : link;
}

/** The operator's own links of a group. */
const FURTHER: Record<string, string> = { resources: "frame.brand.resources", company: "frame.brand.pages" };

/** The entries of a group: pages, and links of the operator. */
export function Entries({
  page,
  label,
  pages,
}: {
  page: Page;
  label: string;
  pages: readonly (keyof Texts["frame"])[];
}) {
  const further = FURTHER[label];
  return (
    <>
      {pages.map((entry) => (
        <Entry key={entry} entry={entry} page={page} />
      ))}
      {further && (
        <Each as="link" of={further}>
          <li>
            <a href={v("link.url")}>{v("link.title")}</a>
          </li>
        </Each>
      )}
    </>
  );
}

function Group({
  label,
  pages,
  page,
}: {
  label: (typeof GROUPS)[number]["label"];
  pages: readonly (keyof Texts["frame"])[];
  page: Page;
}) {
  const { frame } = page.texts;
  return (
    <details className="menu" name="menu">
      <summary>
        {frame[label]}
        <Icon name="down" size={16} />
      </summary>
      <ul>
        <Entries page={page} label={label} pages={pages} />
      </ul>
    </details>
  );
}

/** Sign-in and registration; the script shows the dashboard instead in a browser that is signed in. */
function Ways(page: Page) {
  const {
    href,
    texts: { frame },
  } = page;
  return (
    <>
      <a className="button quiet" data-for="guest" href={href("login")}>
        {frame.login}
      </a>
      <If is="frame.registration">
        <a className="button main" data-for="guest" href={href("register")}>
          {frame.start}
        </a>
      </If>
      <a className="button main" data-for="user" {...toApp(page, href("dashboard"))}>
        {frame.dashboard}
      </a>
    </>
  );
}

function OtherLanguage({ language, texts: { frame } }: Page) {
  const other = language === "en" ? "pl" : "en";
  return (
    <a
      className="language"
      href={v("frame.other")}
      hrefLang={other}
      lang={other}
      data-language={other}
      title={frame.otherLabel}
    >
      {frame.other}
    </a>
  );
}

/** The same entries for narrow windows, in a drawer that needs no script. */
function Drawer(page: Page) {
  const { frame } = page.texts;
  return (
    <div className="drawer" id="drawer" popover="auto" role="dialog" aria-label={frame.menu}>
      <button
        type="button"
        className="plain"
        popoverTarget="drawer"
        popoverTargetAction="hide"
        // biome-ignore lint/a11y/noAutofocus: the browser focuses it when the drawer opens.
        autoFocus
        aria-label={frame.close}
      >
        <Icon name="close" size={24} />
      </button>
      <nav aria-label={frame.menu}>
        {GROUPS.map(({ label, pages }) => (
          <section key={label}>
            <p className="drawer-title">{frame[label]}</p>
            <ul>
              <Entries page={page} label={label} pages={pages} />
            </ul>
          </section>
        ))}
        <a href={page.href("pricing")}>{frame.pricing}</a>
      </nav>
      <div className="drawer-ways">
        <Ways {...page} />
      </div>
    </div>
  );
}

/** Inside the page, because React would load a picture before the styles. */
const Logo = () => (
  <svg width="30" height="30" viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="9" fill="#1f5247" />
    <path
      d="M9 21.500c2 1.700 4.400 2.500 7 2.500 4.100 0 7-1.900 7-5 0-6.500-12.500-2.800-12.500-7.700C10.500 9.200 12.800 8 16 8c2.300 0 4.300.600 6 1.800"
      fill="none"
      stroke="#f6f1e4"
      strokeWidth="2.600"
      strokeLinecap="round"
    />
  </svg>
);

export function Brand({ href, texts: { frame } }: Page) {
  return (
    <a className="brand" href={href("home")} aria-label={frame.home}>
      <If is="frame.brand.is_own" otherwise={<Logo />}>
        <Html from="frame.brand.logo" />
      </If>
      <span aria-hidden="true">{BRAND}</span>
    </a>
  );
}

/** Logo, navigation, language, ways in. */
export function Header(page: Page) {
  const { href, texts } = page;
  const { frame } = texts;
  return (
    <header className="top">
      <div className="wide">
        <Brand {...page} />
        <nav aria-label={frame.navigation}>
          {GROUPS.slice(0, 2).map((group) => (
            <Group key={group.label} {...group} page={page} />
          ))}
          <a href={href("pricing")}>{frame.pricing}</a>
          <Group {...GROUPS[2]} page={page} />
        </nav>
        <div className="ways">
          <OtherLanguage {...page} />
          <Ways {...page} />
          <button type="button" className="plain burger" popoverTarget="drawer" aria-label={frame.menu}>
            <Icon name="menu" size={24} />
          </button>
        </div>
      </div>
      <Drawer {...page} />
    </header>
  );
}
