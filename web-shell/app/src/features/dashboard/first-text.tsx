import { Card, Title } from "@mantine/core";
import { type Family, inkOf, tintOf } from "@sitewright/ui/family";
import { Icon } from "@sitewright/ui/icon";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useCatalogue } from "../../api/catalogue";
import { useTexts } from "../../i18n/use-texts";
import { Lead, TextButton } from "../../ui/texts";
import "./first-text.css";

type SheetProps = { tool: string; family: Family; children: ReactNode };

/** The tools whose results are drawn. */
const DRAWN = ["seo-metatags", "facebook-post", "email"];

/** What a tool makes, drawn small, as a link to it if the account may use it. */
function Sheet({ tool, family, children }: SheetProps) {
  const { t, href } = useTexts("dashboard");
  const known = useCatalogue({ ids: DRAWN, locked: false }).data?.tools.find(({ id }) => id === tool);
  return (
    <li className="first-item" style={{ background: tintOf(family) }}>
      <div className="first-stage" aria-hidden="true">
        <div className="first-sheet" style={{ borderTopColor: inkOf(family) }}>
          {children}
        </div>
      </div>
      <span className="first-name" style={{ color: inkOf(family) }}>
        {known ? (
          <Link to={href("tool", { tool })} className="dashboard-link">
            {known.name}
          </Link>
        ) : (
          t(`dashboard.family.${family}`)
        )}
        {known && <Icon name="next" size={16} />}
      </span>
    </li>
  );
}

/** A search result, a post and a mail, in the colours of their families. */
function Sheets() {
  const { t } = useTexts("dashboard");
  return (
    <ul className="first-sheets">
      <Sheet tool="seo-metatags" family="seo">
        <span className="first-address">podlipa.pl › {t("dashboard.first.path")}</span>
        <b className="first-heading first-found">{t("dashboard.first.seo")}</b>
        <i className="first-line" />
        <i className="first-line first-short" />
        <span className="first-ruler">
          <i />
        </span>
      </Sheet>
      <Sheet tool="facebook-post" family="social">
        <span className="first-author">
          <i style={{ background: inkOf("social") }} />
          Pod Lipą
        </span>
        <span className="sw-printed first-post">{t("dashboard.first.post")}</span>
        <i className="first-line first-short" />
      </Sheet>
      <Sheet tool="email" family="mail">
        <b className="first-heading">{t("dashboard.first.mail")}</b>
        <i className="first-line" />
        <i className="first-line" />
        <i className="first-line first-short" />
      </Sheet>
    </ul>
  );
}

/** In the place of figures and charts until there is a first text. */
export function FirstText() {
  const { t, href } = useTexts("dashboard");
  return (
    <Card withBorder padding={0} component="section" aria-label={t("dashboard.first.title")}>
      <div className="first-head">
        <Title order={2} fz={28} lh={1.25} className="sw-printed">
          {t("dashboard.first.title")}
        </Title>
        <Lead maw="34rem">{t("dashboard.first.text")}</Lead>
        <TextButton label={t("dashboard.first.choose")} to={href("tools")} icon="tools" mt="md" />
      </div>
      <Sheets />
    </Card>
  );
}
