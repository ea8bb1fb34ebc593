import { hostOf, listOf, type Previewed, PreviewFrame, textOf, useSiteName } from "@sitewright/sdk";
import { Button, Group, Icon } from "@sitewright/ui";
import { useState } from "react";
import { combination } from "./combination";
import { csv, download } from "./csv";
import { StrengthMeter } from "./strength-meter";
import { useAdsTexts } from "./texts";

/** A responsive search ad: one combination of its texts at a time, and the strength of the whole. */
export function SearchAd({ parts, language, input }: Previewed) {
  const t = useAdsTexts();
  const name = useSiteName(input);
  const [turn, setTurn] = useState(0);
  const headlines = listOf(parts, "headlines").filter(Boolean);
  const descriptions = listOf(parts, "descriptions").filter(Boolean);
  const url = textOf(parts, "final_url") || textOf(input, "final_url");
  const shown = combination(headlines, descriptions, turn);
  const save = () =>
    download(
      "google-ads.csv",
      csv({
        campaign: textOf(input, "product"),
        group: listOf(input, "keywords")[0] ?? textOf(input, "product"),
        headlines,
        descriptions,
        path1: textOf(parts, "path1"),
        path2: textOf(parts, "path2"),
        url,
      }),
    );
  return (
    <>
      <PreviewFrame title={t("ads.search")} note={t("ads.combinationNote")}>
        <div className="search-ad" lang={language} aria-live="polite">
          <Address site={hostOf(url) || name} paths={[textOf(parts, "path1"), textOf(parts, "path2")]} />
          <div className="search-ad-title">{shown.headlines.join(" – ")}</div>
          <div>{shown.descriptions.join(" ")}</div>
          <Extras texts={listOf(parts, "callouts")} />
          <Sitelinks texts={listOf(parts, "sitelinks")} />
        </div>
        <Group gap="xs" mt="sm">
          <Button
            size="xs"
            variant="default"
            leftSection={<Icon name="again" size={15} />}
            onClick={() => setTurn(turn + 1)}
          >
            {t("ads.next")}
          </Button>
          <Button size="xs" variant="default" leftSection={<Icon name="download" size={15} />} onClick={save}>
            {t("ads.csv")}
          </Button>
        </Group>
      </PreviewFrame>
      <StrengthMeter headlines={headlines} descriptions={descriptions} keywords={listOf(input, "keywords")} />
    </>
  );
}

function Address({ site, paths }: { site: string; paths: string[] }) {
  const t = useAdsTexts();
  return (
    <div className="search-ad-address">
      <strong>{t("ads.sponsored")}</strong>
      <span>{[site, ...paths.filter(Boolean)].join("/")}</span>
    </div>
  );
}

function Extras({ texts }: { texts: string[] }) {
  const shown = texts.filter(Boolean);
  return shown.length > 0 && <div className="search-ad-callouts">{shown.join(" · ")}</div>;
}

function Sitelinks({ texts }: { texts: string[] }) {
  const shown = texts.filter(Boolean).map((text, place) => ({ text, place }));
  if (!shown.length) return null;
  return (
    <ul className="search-ad-links">
      {shown.map(({ text, place }) => (
        <li key={place}>{text}</li>
      ))}
    </ul>
  );
}
