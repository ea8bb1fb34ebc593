/** The pages of the portal in one chunk, since they are used together. */
export { default as EarningsPage } from "./earnings-page";
export { default as JoinPage } from "./join-page";
export { default as MembersPage } from "./members-page";
export { default as OverviewPage } from "./overview-page";
export { default as PackagePage } from "./package-page";
export { default as PackagesPage } from "./packages-page";
export { default as PluginPage } from "./plugin-page";
export { default as PluginsPage } from "./plugins-page";
export { default as ProfilePage } from "./profile-page";
export { ownQuery, statsQuery, submissionQuery } from "./publisher";
