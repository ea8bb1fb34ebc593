import { Typography } from "@mantine/core";
import { type MouseEvent, useEffect, useState } from "react";
import { Link, useLoaderData, useNavigate } from "react-router";
import { useTexts } from "../../i18n/use-texts";
import { notify } from "../../ui/notify";
import { PageTitle } from "../../ui/page";
import { TextButton } from "../../ui/texts";
import { addressOf, type DocsData, neighbours } from "./docs";
import { DocsSearch } from "./docs-search";
import "./docs.css";

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

/** What search engines show below the title; the server writes it too, for those that run no scripts. */
function useDescription(description: string) {
  useEffect(() => {
    const meta = document.querySelector<HTMLMetaElement>('meta[name="description"]');
    const before = meta?.content ?? "";
    meta?.setAttribute("content", description);
    return () => meta?.setAttribute("content", before);
  }, [description]);
}

/** The search and the contents; where the window is narrow they open at a button. */
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

/** The way through the docs in their order. */
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

/** The page as it was rendered when the application was built; its links and buttons come to life here. */
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
    // biome-ignore lint/a11y/useKeyWithClickEvents: what is clicked are links and buttons, which keys press as well.
    // biome-ignore lint/a11y/noStaticElementInteractions: likewise.
    <div onClick={follow}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered of our own pages, without HTML of theirs. */}
      <Typography component="article" className="docs-article" dangerouslySetInnerHTML={{ __html: html }} />
    </div>
  );
}
