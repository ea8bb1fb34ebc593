import { Combobox, Text, TextInput, Typography, useCombobox } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import { useQuery } from "@tanstack/react-query";
import { type MouseEvent, useDeferredValue, useEffect, useMemo, useState } from "react";
import { Link, useLoaderData, useNavigate } from "react-router";
import { useTexts } from "../../i18n/use-texts";
import type { Language } from "../../paths";
import { fold } from "../../ui/fold";
import { notify } from "../../ui/notify";
import { PageTitle } from "../../ui/page";
import { Strong, TextButton } from "../../ui/texts";
import { addressOf, type DocsData, loadSearch, neighbours } from "./docs";
import "./docs.css";

const MOST = 8;

const EXCERPT_CHARS = 110;

const isPlain = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

export default function DocsPage() {
  const { language, name, page } = useLoaderData<DocsData>() as Exclude<DocsData, Response>;
  useDescription(page.description);
  return (
    <div className="docs">
      <PageTitle>{page.title}</PageTitle>
      <Side key={`${language}/${name}`} />
      <div className="docs-main">
        <Article html={page.html} />
        <Neighbours />
      </div>
      <OnThisPage />
    </div>
  );
}

const useDocs = () => useLoaderData<DocsData>() as Exclude<DocsData, Response>;

/** The description for search engines; the server renders it too, for those that run no scripts. */
function useDescription(description: string) {
  useEffect(() => {
    const meta = document.querySelector<HTMLMetaElement>('meta[name="description"]');
    const before = meta?.content ?? "";
    meta?.setAttribute("content", description);
    return () => meta?.setAttribute("content", before);
  }, [description]);
}

/** The search and the contents; in a narrow window a button opens them. */
function Side() {
  const { t } = useTexts("docs");
  const { language, name, sections } = useDocs();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="docs-side">
      <DocsSearch language={language} />
      <TextButton
        label={t("docs.contents.title")}
        className="docs-menu"
        fullWidth
        icon="menu"
        aria-expanded={isOpen}
        aria-controls="docs-contents"
        onClick={() => setOpen(!isOpen)}
      />
      <nav id="docs-contents" aria-label={t("docs.contents.title")} data-open={isOpen || undefined}>
        {sections.map(({ id, title, pages }) => (
          <section key={id} aria-labelledby={`docs-${id}`}>
            <p id={`docs-${id}`} className="docs-group">
              {title}
            </p>
            <ul>
              {pages.map((page) => (
                <li key={page.name}>
                  <Link
                    to={addressOf(language, page.name)}
                    className="docs-link"
                    aria-current={page.name === name ? "page" : undefined}
                  >
                    {page.title}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
    </div>
  );
}

function OnThisPage() {
  const { t } = useTexts("docs");
  const { page } = useDocs();
  if (page.headings.length < 2) return <div className="docs-toc" />;
  return (
    <nav className="docs-toc" aria-label={t("docs.page.sections")}>
      <p className="docs-group">{t("docs.page.sections")}</p>
      <ul>
        {page.headings.map(({ id, text, level }) => (
          <li key={id} data-level={level}>
            <a className="docs-link" href={`#${id}`}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Links to the previous and next page. */
function Neighbours() {
  const { t } = useTexts("docs");
  const { language, name, sections } = useDocs();
  const { previous, next } = neighbours(sections, name);
  return (
    <nav className="docs-neighbours" aria-label={t("docs.page.order")}>
      {previous && (
        <Link to={addressOf(language, previous.name)} rel="prev" className="docs-neighbour">
          <span>{t("docs.page.previous")}</span>
          {previous.title}
        </Link>
      )}
      {next && (
        <Link to={addressOf(language, next.name)} rel="next" className="docs-neighbour" data-next>
          <span>{t("docs.page.next")}</span>
          {next.title}
        </Link>
      )}
    </nav>
  );
}

/** The page, rendered when the application was built; its links and buttons get their handlers here. */
function Article({ html }: { html: string }) {
  const { t } = useTexts("docs");
  const navigate = useNavigate();

  const copy = async (button: Element) => {
    const code = button.closest("figure")?.querySelector("code")?.textContent ?? "";
    await navigator.clipboard.writeText(code).then(
      () => notify.success(t("docs.code.copied")),
      () => notify.error(t("docs.code.notCopied")),
    );
  };
  const follow = (event: MouseEvent) => {
    const target = event.target as Element;
    const button = target.closest("[data-copy]");
    if (button) return copy(button);
    const link = target.closest<HTMLAnchorElement>("a[href]");
    const isOurs = link?.origin === location.origin && !link.getAttribute("href")?.startsWith("#");
    if (!link || !isOurs || !isPlain(event)) return;
    event.preventDefault();
    navigate(link.pathname + link.search + link.hash);
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: clicks target links and buttons, which keys activate, too.
    // biome-ignore lint/a11y/noStaticElementInteractions: likewise.
    <div onClick={follow}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered from the project's pages, with HTML escaped. */}
      <Typography component="article" className="docs-article" dangerouslySetInnerHTML={{ __html: html }} />
    </div>
  );
}

/** The search over all pages of a language; it and its index are loaded when the user turns to it. */
async function loadFinder(language: Language) {
  const [{ searchIn }, sections] = await Promise.all([import("./search"), loadSearch(language)]);
  return searchIn(sections);
}

/** The text around the first match. */
function excerpt(text: string, query: string) {
  const wanted = fold(query).split(/\s+/)[0] ?? "";
  const place = Math.max(0, fold(text).indexOf(wanted) - 30);
  const start = place === 0 ? 0 : text.indexOf(" ", place) + 1;
  const isCut = start + EXCERPT_CHARS < text.length;
  const end = isCut ? Math.max(text.lastIndexOf(" ", start + EXCERPT_CHARS), start + 1) : text.length;
  return `${start > 0 ? "… " : ""}${text.slice(start, end).trim()}${isCut ? " …" : ""}`;
}

function DocsSearch({ language }: { language: Language }) {
  const { t } = useTexts("docs");
  const navigate = useNavigate();
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const [text, setText] = useState("");
  const [isWanted, setWanted] = useState(false);
  const query = useDeferredValue(text.trim());
  const { data: finder } = useQuery({
    queryKey: ["docs", "search", language],
    // In an object: a query calls functions that it gets.
    queryFn: async () => ({ find: await loadFinder(language) }),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    throwOnError: false,
  });
  const found = useMemo(() => (query && finder ? finder.find(query).slice(0, MOST) : []), [finder, query]);

  // Enter opens the first result, which is the best.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store is another object each time, and the same store.
  useEffect(() => {
    if (found.length > 0) combobox.selectFirstOption();
  }, [found]);

  const type = (value: string) => {
    setText(value);
    combobox.openDropdown();
  };
  const open = (id: string) => {
    const [name = "", anchor] = id.split("#");
    setText("");
    combobox.closeDropdown();
    navigate(addressOf(language, name) + (anchor ? `#${anchor}` : ""));
  };

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={open}
      withinPortal={false}
      width="target"
      position="bottom-start"
    >
      <Combobox.Target withExpandedAttribute>
        <TextInput
          type="search"
          aria-label={t("docs.search.label")}
          placeholder={t("docs.search.label")}
          leftSection={<Icon name="search" />}
          value={text}
          onFocus={() => setWanted(true)}
          onChange={(event) => type(event.currentTarget.value)}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown className="docs-found" hidden={!query || !finder}>
        <Combobox.Options
          aria-label={t("docs.search.found")}
          mah="min(60vh, 26rem)"
          style={{ overflowY: "auto" }}
        >
          {found.map(({ id, title, page, text }) => (
            <Combobox.Option key={id} value={id}>
              <Strong>{title}</Strong>
              <Text size="xs" className="docs-excerpt">
                {title === page ? excerpt(text, query) : `${page} · ${excerpt(text, query)}`}
              </Text>
            </Combobox.Option>
          ))}
          {found.length === 0 && <Combobox.Empty>{t("docs.search.none")}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
