/** The pages of audits in one chunk, since they are used together. */
export { AddressPage } from "./address-page";
export { AddressesPage } from "./addresses-page";
export { auditQuery } from "./audits";
export { AuditsPage } from "./audits-page";
export { ComparePage } from "./compare-page";
export { ListPage } from "./list-page";
export { OverviewPage } from "./overview-page";
export { RulePage } from "./rule-page";
export { SettingsPage } from "./settings-page";
export { TreePage } from "./tree-page";
