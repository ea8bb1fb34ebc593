import {
  type Fold,
  FoldedText,
  hostOf,
  type Previewed,
  PreviewFrame,
  textOf,
  useSiteName,
} from "@sitewright/sdk";
import { cardsOf } from "./cards";
import { Carousel, FeedCard, FeedHead, useButtonLabel } from "./feed";
import { useAdsTexts } from "./texts";

/** The differences between the ads of two networks. */
export type FeedStyle = {
  /** The part above the picture. */
  text: string;
  /** How much of it is shown before "See more". */
  fold: Fold;
  /** The label that marks the ad as one. */
  mark: "sponsored" | "promoted";
  /** Whether a company's picture is square. */
  square?: boolean;
};

/** An ad in a feed: a picture with its texts and a button, or a carousel of cards. */
export function FeedAd({ parts, language, input, style }: Previewed & { style: FeedStyle }) {
  const t = useAdsTexts();
  const name = useSiteName(input);
  const button = useButtonLabel(input);
  const text = textOf(parts, style.text);
  const cards = cardsOf(parts).map((card, place) => ({ ...card, place }));
  return (
    <PreviewFrame title={t(cards.length ? "ads.carousel" : "ads.feed")}>
      <div className="feed-ad" data-format={textOf(input, "placement") || textOf(input, "format")}>
        <FeedHead name={name} line={t(`ads.${style.mark}`)} square={style.square} />
        {text && (
          <div className="feed-text">
            <FoldedText
              text={text}
              language={language}
              more={t("ads.more")}
              less={t("ads.less")}
              {...style.fold}
            />
          </div>
        )}
        {cards.length ? (
          <Carousel label={t("ads.carousel")}>
            {cards.map(({ place, ...card }) => (
              <FeedCard key={place} {...card} button={button} language={language} />
            ))}
          </Carousel>
        ) : (
          <FeedCard
            site={hostOf(input.url)}
            headline={textOf(parts, "headline")}
            description={textOf(parts, "description")}
            button={button}
            language={language}
          />
        )}
      </div>
    </PreviewFrame>
  );
}
