/** The pages of revenue shares: they come together, since whoever opens one opens the other. */
export { bookQuery } from "./revenue";
export { default as RevenuePage } from "./revenue-page";
export { default as RevenuePublisherPage } from "./revenue-publisher-page";
