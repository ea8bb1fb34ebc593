/** The pages of an audit in one chunk, since they are used together. */
export { AddressesPage } from "./addresses-page";
export { auditQuery } from "./audits";
export { AuditsPage } from "./audits-page";
export { ListPage } from "./list-page";
export { OverviewPage } from "./overview-page";
export { TreePage } from "./tree-page";
