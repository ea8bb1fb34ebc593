export { default as CompanyPage } from "./company-page";
export { default as LegalPage } from "./legal-page";
export { default as LegalTextPage } from "./legal-text-page";
export { default as LookPage } from "./look-page";
export { default as MeasuringPage } from "./measuring-page";
export { default as NavigationPage } from "./navigation-page";
export { legalQuery, settingsQuery } from "./operator";
export { default as VisitsPage } from "./visits-page";
