/** What stands in the place of the tool of a text that was written for the public site. It has no run. */
export const BLOG = "blog";
