/** The groups of tools that can run on one input at once; each group has the name of its page. */
export const GROUPS = {
  posts: ["facebook-post", "linkedin-post", "twitter-post", "instagram-post"],
  ads: ["google-ads", "facebook-ads", "linkedin-ads"],
} as const;

export type Group = keyof typeof GROUPS;
