import { type Previewed, present } from "@sitewright/sdk";
import type { ComponentType } from "react";
import { FacebookCard } from "./facebook-card";
import { InstagramCard } from "./instagram-card";
import { LinkedinCard } from "./linkedin-card";
import { drawnPart, POSTS } from "./parts";
import { ThreadCard } from "./thread-card";

type Network = {
  Card: ComponentType<Previewed>;
  /** The card needs at least one of these parts. */
  needs: string[];
  /** The parts the card shows in full. */
  shows: (parts: Previewed["parts"]) => string[];
};

const showsText = (parts: Previewed["parts"]) => present(parts, "text");

const NETWORKS: Record<string, Network> = {
  "facebook-post": { Card: FacebookCard, needs: ["text"], shows: showsText },
  "linkedin-post": { Card: LinkedinCard, needs: ["text"], shows: showsText },
  "twitter-post": {
    Card: ThreadCard,
    needs: [...POSTS],
    // If there is a thread, the single post is not drawn.
    shows: (parts) => [drawnPart(parts) ?? ""],
  },
  "instagram-post": {
    Card: InstagramCard,
    needs: ["caption"],
    shows: (parts) => present(parts, "caption", "hashtags", "image_idea"),
  },
};

/** A tool unknown to this module has no preview: its results are shown as fields. */
const UNKNOWN: Network = { Card: () => null, needs: [], shows: () => [] };

export const networkOf = (tool: string): Network => NETWORKS[tool] ?? UNKNOWN;
