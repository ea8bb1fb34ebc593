import { type Measures, type Previewed, present, width } from "@sitewright/sdk";
import type { ReactNode } from "react";
import { cardsOf } from "./cards";
import { FeedAd, type FeedStyle } from "./feed-ad";
import { SearchAd } from "./search-ad";

type Parts = Previewed["parts"];

type Format = {
  draw: (ad: Previewed) => ReactNode;
  /** The ad needs at least one of these parts. */
  needs: string[];
  /** The parts the ad shows in full. */
  shows: (parts: Parts) => string[];
  measures?: Measures;
};

const FACEBOOK: FeedStyle = { text: "primary_text", fold: { limit: 125 }, mark: "sponsored" };
const LINKEDIN: FeedStyle = { text: "intro_text", fold: { limit: 150 }, mark: "promoted", square: true };

const feed = (style: FeedStyle): Format => ({
  draw: (ad) => <FeedAd {...ad} style={style} />,
  needs: [style.text, "headline", "description"],
  // A carousel shows its cards in place of the single headline.
  shows: (parts) => present(parts, style.text, ...(cardsOf(parts).length ? [] : ["headline", "description"])),
});

const FORMATS: Record<string, Format> = {
  "google-ads": {
    draw: (ad) => <SearchAd {...ad} />,
    needs: ["headlines"],
    // A combination shows only some headlines and descriptions: the lists stay below.
    shows: (parts) => present(parts, "path1", "path2", "sitelinks", "callouts"),
    measures: { weighted: width },
  },
  "facebook-ads": feed(FACEBOOK),
  "linkedin-ads": feed(LINKEDIN),
};

/** A tool unknown to this module has no preview: its results are shown as fields. */
const UNKNOWN: Format = { draw: () => null, needs: [], shows: () => [] };

export const formatOf = (tool: string): Format => FORMATS[tool] ?? UNKNOWN;
