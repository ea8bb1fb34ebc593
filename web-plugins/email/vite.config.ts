import { uiModule } from "@sitewright/sdk/module";

export default uiModule(import.meta.dirname);
