import { Avatar, type Previewed, type Schema, textOf, useTool } from "@sitewright/sdk";
import type { ReactNode } from "react";
import { useAdsTexts } from "./texts";

/** The label of the button chosen in the form, in the language of the reader. */
export function useButtonLabel(input: Previewed["input"]): string {
  const t = useAdsTexts();
  const chosen = textOf(input, "cta_button");
  const field = (useTool().input as Schema).properties?.cta_button;
  const title = field?.oneOf?.find((choice) => choice.const === chosen)?.title;
  return title || chosen || t("ads.learnMore");
}

/** The advertiser, at the head of an ad in a feed. */
export function FeedHead({ name, line, square }: { name: string; line: string; square?: boolean }) {
  return (
    <div className="feed-head">
      <Avatar name={name} square={square} />
      <div className="feed-names">
        <strong>{name}</strong>
        <span className="feed-weak">{line}</span>
      </div>
    </div>
  );
}

type CardProps = {
  site?: string;
  headline: string;
  description: string;
  button: string;
  language?: string;
};

/** The picture of an ad, the texts below it, and the call-to-action button. */
export function FeedCard({ site, headline, description, button, language }: CardProps) {
  const t = useAdsTexts();
  return (
    <div className="feed-card">
      <div className="feed-picture">{t("ads.picture")}</div>
      <div className="feed-words">
        <div className="feed-lines" lang={language} dir="auto">
          {site && <span className="feed-weak">{site}</span>}
          <strong className="feed-headline">{headline}</strong>
          {description && <span className="feed-weak feed-description">{description}</span>}
        </div>
        <span className="feed-button">{button}</span>
      </div>
    </div>
  );
}

/** The cards of a carousel, side by side; keys scroll them too. */
export function Carousel({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of cards, none of them a field of a form.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a horizontally scrolling region must be reachable by keys.
    <div className="feed-carousel" role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
