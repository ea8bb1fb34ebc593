import { arial, type Device, useDevice, useFormats, useProjectDomain } from "@sitewright/sdk";
import { Group, ScrollArea, TextInput, Title } from "@sitewright/ui";
import { useState } from "react";
import { onPhone, type Shown, shown } from "./cut";
import type { Tags } from "./tags";
import { useMetatagsTexts } from "./texts";

type Props = { tags: Tags; brand: string; language?: string; titleWidth: number; descriptionWidth: number };

/** The last entered value, for users without a project. */
const remembered = {
  key: "sitewright.seo-metatags.domain",
  read: () => localStorage.getItem(remembered.key) ?? "",
  write: (domain: string) => localStorage.setItem(remembered.key, domain),
};

/** The domain in the preview: that of the project until the user enters another. */
function useDomain() {
  const project = useProjectDomain();
  const [typed, setTyped] = useState<string | null>(null);
  return {
    value: typed ?? project ?? remembered.read(),
    change: (domain: string) => {
      setTyped(domain);
      if (!project) remembered.write(domain);
    },
  };
}

/** The page in the search results, truncated as there. */
export function SearchPreview({ tags, brand, language, titleWidth, descriptionWidth }: Props) {
  const t = useMetatagsTexts();
  const { device, devices, isNarrow } = useDevice({
    label: t("seo-metatags.search.device"),
    desktop: t("seo-metatags.search.desktop"),
    mobile: t("seo-metatags.search.mobile"),
  });
  const address = useDomain();
  const domain =
    address.value.replace(/^https?:\/\//, "").replace(/\/.*$/, "") || t("seo-metatags.search.domain");
  const isMobile = device === "mobile";
  const title = isMobile ? onPhone("title", tags.title) : shown(tags.title, 20, titleWidth);
  const description = isMobile
    ? onPhone("meta_description", tags.meta_description)
    : shown(tags.meta_description, 14, descriptionWidth);

  return (
    <section>
      <Group justify="space-between" mb="sm" gap="xs">
        <Title order={3} size="h5">
          {t("seo-metatags.search.title")}
        </Title>
        {devices}
      </Group>
      {/* A result has a fixed width: it scrolls if it does not fit, by keys too. */}
      <ScrollArea type="auto" viewportProps={{ tabIndex: isNarrow ? 0 : undefined }}>
        <figure className="serp" data-device={device} aria-label={t("seo-metatags.search.title")}>
          <div className="serp-site">
            <span className="serp-favicon" aria-hidden="true">
              {(brand || domain).slice(0, 1).toUpperCase()}
            </span>
            <span className="serp-names">
              <span className="serp-name">{brand || domain}</span>
              <span className="serp-crumbs">
                {`https://${domain}`}
                {tags.slug && ` › ${tags.slug}`}
              </span>
            </span>
          </div>
          {!isMobile && <Ruler value={arial(tags.title, 20)} max={titleWidth} />}
          <div className="serp-title" lang={language}>
            {title.text}
          </div>
          <div className="serp-description" lang={language}>
            {description.text}
          </div>
        </figure>
      </ScrollArea>
      <Verdict device={device} title={title} description={description} />
      <TextInput
        mt="sm"
        size="xs"
        label={t("seo-metatags.search.address")}
        placeholder={t("seo-metatags.search.domain")}
        value={address.value}
        onChange={(event) => address.change(event.currentTarget.value)}
        maw={280}
      />
    </section>
  );
}

/** The width of the title as a line above it, with the place at which it is cut. */
function Ruler({ value, max }: { value: number; max: number }) {
  const t = useMetatagsTexts();
  const formats = useFormats();
  return (
    <div
      className="serp-ruler"
      style={{ width: max }}
      data-over={value > max || undefined}
      aria-hidden="true"
    >
      <i style={{ width: `${Math.min(100, (value / max) * 100)}%` }} />
      <span>{t("seo-metatags.length.pixels", { value: formats.number(Math.round(value)), range: max })}</span>
    </div>
  );
}

type VerdictProps = { device: Device; title: Shown; description: Shown };

/** Says what is cut off, for users who cannot see the ellipsis, and where: a phone shows less than a desktop. */
function Verdict({ device, title, description }: VerdictProps) {
  const t = useMetatagsTexts();
  const key = `${title.isCut ? "title" : ""}${description.isCut ? "description" : ""}` || "whole";
  return <p className="serp-verdict">{t(`seo-metatags.search.cut.${device}.${key}`)}</p>;
}
