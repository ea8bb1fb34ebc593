/** The pages of a shop in one chunk, since they are used together. */
export { HistoryPage } from "./history-page";
export { ShopSettingsPage } from "./shop-settings-page";
export { shopQuery } from "./shops";
export { WritingPage } from "./writing-page";
