/** The visible part of a post on Facebook: about 480 characters. */
export const FACEBOOK = { limit: 480 };
/** On Instagram, with the name of the account before it. */
export const INSTAGRAM = { limit: 125 };
/** On LinkedIn: about 210 characters in a wide window, 140 on a phone, three lines at most. */
export const LINKEDIN = { desktop: { limit: 210, lines: 3 }, mobile: { limit: 140, lines: 3 } };
/** The weighted length of a post on X, which refuses a longer one. */
export const X_LIMIT = 280;
