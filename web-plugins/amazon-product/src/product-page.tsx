import { listOf, type Previewed, PreviewFrame, textOf } from "@sitewright/sdk";
import { SegmentedControl, useMediaQuery } from "@sitewright/ui";
import { useState } from "react";
import { SearchTerms } from "./search-terms";
import { useAmazonTexts } from "./texts";
import { type Device, titleOn } from "./title";

/** The upper part of a product page: picture, title, bullets and description. */
export function ProductPage({ parts, language, input }: Previewed) {
  const t = useAmazonTexts();
  const isNarrow = useMediaQuery("(max-width: 44em)") ?? false;
  const [chosen, setChosen] = useState<Device | null>(null);
  const device = chosen ?? (isNarrow ? "mobile" : "desktop");
  const title = titleOn(device, textOf(parts, "title"));
  const brand = textOf(input, "brand");
  const bullets = listOf(parts, "bullets")
    .filter(Boolean)
    .map((text, place) => ({ text, place }));
  const devices = (
    <SegmentedControl
      size="xs"
      aria-label={t("amazon-product.device")}
      value={device}
      onChange={(value) => setChosen(value as Device)}
      data={(["desktop", "mobile"] as const).map((value) => ({ value, label: t(`amazon-product.${value}`) }))}
    />
  );
  return (
    <>
      <PreviewFrame
        title={t("amazon-product.page")}
        controls={devices}
        note={t(title.isCut ? "amazon-product.cut" : "amazon-product.whole")}
      >
        <div className="product" data-device={device}>
          <div className="product-picture">{t("amazon-product.picture")}</div>
          <div className="product-words" lang={language} dir="auto">
            <div className="product-title">{title.text}</div>
            {brand && <div className="product-brand">{t("amazon-product.brand", { brand })}</div>}
            {bullets.length > 0 && (
              <>
                <div className="product-heading">{t("amazon-product.about")}</div>
                <ul className="product-bullets">
                  {bullets.map(({ text, place }) => (
                    <li key={place}>{text}</li>
                  ))}
                </ul>
              </>
            )}
          </div>
          {textOf(parts, "description") && (
            <div className="product-description">
              <div className="product-heading">{t("amazon-product.description")}</div>
              <div className="product-text" lang={language} dir="auto">
                {textOf(parts, "description")}
              </div>
            </div>
          )}
        </div>
      </PreviewFrame>
      <SearchTerms terms={textOf(parts, "search_terms")} language={language} />
    </>
  );
}
