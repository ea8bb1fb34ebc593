import { listOf, type Previewed, PreviewFrame, textOf, useDevice } from "@sitewright/sdk";
import { SearchTerms } from "./search-terms";
import { useAmazonTexts } from "./texts";
import { titleOn } from "./title";

/** The upper part of a product page: picture, title, bullets and description. */
export function ProductPage({ parts, language, input }: Previewed) {
  const t = useAmazonTexts();
  const { device, devices } = useDevice({
    label: t("amazon-product.device"),
    desktop: t("amazon-product.desktop"),
    mobile: t("amazon-product.mobile"),
  });
  const title = titleOn(device, textOf(parts, "title"));
  const brand = textOf(input, "brand");
  const bullets = listOf(parts, "bullets")
    .filter(Boolean)
    .map((text, place) => ({ text, place }));
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
