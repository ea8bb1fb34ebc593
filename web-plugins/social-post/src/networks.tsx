import type { Previewed } from "@sitewright/sdk";
import type { ComponentType } from "react";
import { FacebookCard } from "./facebook-card";
import { InstagramCard } from "./instagram-card";
import { LinkedinCard } from "./linkedin-card";
import { present } from "./parts";
import { ThreadCard } from "./thread-card";

type Network = {
  Card: ComponentType<Previewed>;
  /** The parts the card shows in full. */
  shows: (parts: Previewed["parts"]) => string[];
};

const NETWORKS: Record<string, Network> = {
  "facebook-post": { Card: FacebookCard, shows: (parts) => present(parts, "text") },
  "linkedin-post": { Card: LinkedinCard, shows: (parts) => present(parts, "text") },
  "twitter-post": {
    Card: ThreadCard,
    // With a thread the single post is not drawn.
    shows: (parts) => (present(parts, "thread").length ? ["thread"] : present(parts, "post")),
  },
  "instagram-post": {
    Card: InstagramCard,
    shows: (parts) =>
      present(parts, "caption").length ? present(parts, "caption", "hashtags", "image_idea") : [],
  },
};

/** A tool this module knows nothing of has no preview: its results are shown as fields. */
const UNKNOWN: Network = { Card: () => null, shows: () => [] };

export const cardOf = (tool: string): Network => NETWORKS[tool] ?? UNKNOWN;
