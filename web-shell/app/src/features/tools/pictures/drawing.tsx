import type { Family } from "@sitewright/ui/family";
import type { ComponentType } from "react";
import * as selling from "./selling";
import * as social from "./social";
import * as writing from "./writing";
import "./pictures.css";
import "./kinds.css";

/** What the bundled tools make. */
const OF_TOOL: Record<string, ComponentType> = {
  "facebook-post": social.FacebookPost,
  "linkedin-post": social.LinkedinPost,
  "twitter-post": social.Thread,
  "instagram-post": social.InstagramPost,
  "youtube-ideas": social.Videos,
  "tiktok-ideas": () => <social.Videos isUpright />,
  "business-bio": () => <social.Profile isCompany />,
  "personal-bio": social.Profile,
  posts: social.Posts,
  ads: selling.Ads,
  "seo-metatags": writing.SearchHit,
  "faq-schema": writing.Faq,
  "product-faq": writing.Faq,
  "article-ideas": writing.Titles,
  "article-intro": writing.Intro,
  "article-outline": writing.Outline,
  "expand-text": writing.Longer,
  paraphrase: writing.OtherWords,
  "text-summary": writing.Summary,
  translate: writing.Pair,
  "podcast-description": writing.Podcast,
  "cover-letter": writing.Letter,
  "job-description": writing.Job,
  "product-description": selling.Product,
  "amazon-product-description": selling.Listing,
  "amazon-category-description": selling.Range,
  "image-alt": selling.Alternative,
  baselinker: selling.ShopRows,
  prestashop: selling.ShopRows,
  shoper: selling.ShopRows,
  shopify: selling.ShopRows,
  woocommerce: selling.ShopRows,
  email: selling.Message,
  newsletter: selling.Issue,
  "google-ads": selling.SearchAd,
  "facebook-ads": selling.FeedAd,
  "linkedin-ads": selling.FeedAd,
};

/** What other tools of a family make. */
const OF_FAMILY: Record<Family, ComponentType> = {
  social: social.FacebookPost,
  seo: writing.SearchHit,
  content: writing.Intro,
  shop: selling.Product,
  mail: selling.Message,
  ads: selling.FeedAd,
};

type Props = {
  /** A tool or a group of tools. */
  of: string;
  family: Family;
  /** Whether the publisher is the product's own: other tools may have the same ids. */
  isOwn: boolean;
};

/** The drawing in a picture. */
export default function Drawing({ of, family, isOwn }: Props) {
  const Drawn = (isOwn && OF_TOOL[of]) || OF_FAMILY[family];
  return (
    <div className="pic">
      <Drawn />
    </div>
  );
}
