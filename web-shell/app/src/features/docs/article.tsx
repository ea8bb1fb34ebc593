import { Typography } from "@mantine/core";
import type { MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { notify } from "../../ui/notify";

const isPlain = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** The page as it was rendered when the application was built; its links and buttons come to life here. */
export function Article({ html }: { html: string }) {
  const { t } = useTranslation("docs");
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
