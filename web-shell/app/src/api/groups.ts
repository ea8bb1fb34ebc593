/** Tools that one idea can be given to at once, and the page that does it, whose name the group bears. */
export const GROUPS = {
  posts: ["facebook-post", "linkedin-post", "twitter-post", "instagram-post"],
  ads: ["google-ads", "facebook-ads", "linkedin-ads"],
} as const;

export type Group = keyof typeof GROUPS;
