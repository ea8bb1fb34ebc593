import { Text } from "@mantine/core";
import { PreviewFrame } from "@sitewright/sdk/bench";
import type { ReactNode } from "react";
import { useTexts } from "../../i18n/use-texts";
import { Read } from "./compared-text";
import { blocksOf } from "./html-text";
import { ShopImage } from "./shop-image";
import { type Change, formatOf, type ItemTexts, imageIn, isAlt, type Shop } from "./shops";
import "./surroundings.css";

/** Letters of a text that a search result takes from the page if the page has no description for it. */
const EXCERPT = 160;

type Props = { shop: Shop; change: Change; item: ItemTexts | undefined };

/** A proposal where customers will see it: in a search result, on the page of the item, or beside its image. */
export function Surroundings(props: Props) {
  const { field } = props.change;
  if (field === "seo-title" || field === "seo-description") return <SearchResult {...props} />;
  return isAlt(field) ? <Described {...props} /> : <ShopPage {...props} />;
}

/** The texts of an item in the language of a proposal, with the proposal among them. */
function textsOf({ change, item }: Props): Map<string, string> {
  const own = item?.texts.filter(({ language }) => language === change.language) ?? [];
  return new Map([
    ...own.map(({ field, value }) => [field, value] as const),
    [change.field, change.new] as const,
  ]);
}

const pathOf = (address: string) => {
  try {
    return decodeURI(new URL(address).pathname).split("/").filter(Boolean);
  } catch {
    return [];
  }
};

function SearchResult(props: Props) {
  const { shop, change, item } = props;
  const { t } = useTexts("shops");
  const texts = textsOf(props);
  const page = texts.get("short-html") || texts.get("html") || "";
  const excerpt = blocksOf(page, "html")
    .map(({ text }) => text)
    .join(" ")
    .slice(0, EXCERPT);
  return (
    <PreviewFrame title={t("shops.bench.search")} note={t("shops.bench.searchNote")}>
      <div className="shop-serp" lang={change.language}>
        <div className="shop-serp-site">
          <span className="shop-serp-icon" aria-hidden="true">
            {shop.name.slice(0, 1).toUpperCase()}
          </span>
          <span>
            <span className="shop-serp-name">{shop.name}</span>
            <span className="shop-serp-path">{[shop.host, ...pathOf(item?.url ?? "")].join(" › ")}</span>
          </span>
        </div>
        <div className="shop-serp-title">{texts.get("seo-title") || change.title}</div>
        <div className="shop-serp-text">{texts.get("seo-description") || excerpt}</div>
      </div>
    </PreviewFrame>
  );
}

/** The image with the text that stands for it. */
function Described({ shop, change }: Props) {
  const { t } = useTexts("shops");
  const { kind, item_id: item, title, field, language } = change;
  return (
    <PreviewFrame title={t("shops.bench.image")} note={t("shops.bench.imageNote")}>
      <figure className="shop-described">
        <ShopImage address={imageIn(shop, kind, item, field)} title={title} />
        <figcaption lang={language}>{change.new}</figcaption>
      </figure>
    </PreviewFrame>
  );
}

const KINDS = ["product", "category", "producer", "article"];

/** The page of an item on a phone. The proposal has a line beside it. */
function ShopPage(props: Props) {
  const { shop, change, item } = props;
  const { t } = useTexts("shops");
  const { kind, field } = change;
  const page = KINDS.includes(kind) ? kind : "other";
  const texts = textsOf(props);
  const price = item?.facts.find(({ name }) => name === "price")?.value;
  const [image] = item?.images ?? [];
  const place = (name: string, drawn: ReactNode) => (
    <div className="shop-page-place" data-new={field === name || undefined}>
      {drawn}
    </div>
  );
  const text = (name: string) =>
    texts.get(name)?.trim() &&
    place(name, <Read text={texts.get(name) ?? ""} format={formatOf(shop, kind, name)} />);
  const others = [field].filter((name) => !["title", "short-html", "html", "html-bottom"].includes(name));
  return (
    <PreviewFrame title={t(`shops.bench.page.${page}`)}>
      <div className="shop-page" lang={change.language}>
        <div className="shop-page-bar" aria-hidden="true">
          {shop.name}
        </div>
        <div className="shop-page-body">
          {kind === "product" && (
            <div className="shop-page-image">
              {image && (
                <ShopImage
                  address={imageIn(shop, kind, change.item_id, `alt:${image.id}`)}
                  title={change.title}
                />
              )}
            </div>
          )}
          {place("title", <Text className="shop-page-title">{texts.get("title") || change.title}</Text>)}
          {price && <Text className="shop-page-price">{price}</Text>}
          {text("short-html")}
          {kind === "product" && (
            <div className="shop-page-cart" aria-hidden="true">
              {t("shops.bench.cart")}
            </div>
          )}
          {text("html")}
          {text("html-bottom")}
          {others.map((name) => (
            <div key={name}>{text(name)}</div>
          ))}
        </div>
      </div>
    </PreviewFrame>
  );
}
