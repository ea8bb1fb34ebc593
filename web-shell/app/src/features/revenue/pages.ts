/** The pages of revenue shares in one chunk, since they are used together. */
export { bookQuery } from "./revenue";
export { default as RevenuePage } from "./revenue-page";
export { default as RevenuePublisherPage } from "./revenue-publisher-page";
