import { Card, Text, Title } from "@mantine/core";
import { inkOf, tintOf } from "@sitewright/ui/family";
import type { ReactNode } from "react";
import { useTexts } from "../../i18n/use-texts";
import { TextButton } from "../../ui/texts";
import "./first-text.css";

type SheetProps = { family: "social" | "seo" | "mail"; children: ReactNode };

const Sheet = ({ family, children }: SheetProps) => (
  <div className="first-sheet" style={{ borderTopColor: inkOf(family), background: tintOf(family) }}>
    {children}
  </div>
);

/** What the product makes, drawn small: a search result, a post and a mail, in the colours of their families. */
export function Sheets() {
  const { t } = useTexts("dashboard");
  return (
    <div className="first-sheets" aria-hidden="true">
      <Sheet family="seo">
        <span className="first-address">podlipa.pl › {t("dashboard.first.path")}</span>
        <b className="first-heading">{t("dashboard.first.seo")}</b>
        <i className="first-line" />
        <i className="first-line first-short" />
        <span className="first-ruler">
          <i />
        </span>
      </Sheet>
      <Sheet family="social">
        <span className="first-author">
          <i style={{ background: inkOf("social") }} />
          Pod Lipą
        </span>
        <span className="sw-printed first-post">{t("dashboard.first.post")}</span>
        <i className="first-line first-short" />
      </Sheet>
      <Sheet family="mail">
        <b className="first-heading">{t("dashboard.first.mail")}</b>
        <i className="first-line" />
        <i className="first-line" />
        <i className="first-line first-short" />
      </Sheet>
    </div>
  );
}

/** In the place of figures and charts until there is a first text. */
export function FirstText() {
  const { t, href } = useTexts("dashboard");
  return (
    <Card
      withBorder
      padding="xl"
      component="section"
      aria-label={t("dashboard.first.title")}
      className="first"
    >
      <div>
        <Title order={2} size="h3">
          {t("dashboard.first.title")}
        </Title>
        <Text c="dimmed" mt="xs" mb="lg">
          {t("dashboard.first.text")}
        </Text>
        <TextButton label={t("dashboard.first.choose")} to={href("tools")} icon="tools" />
      </div>
      <Sheets />
    </Card>
  );
}
