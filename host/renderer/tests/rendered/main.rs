//! Pages of a site on loopback, rendered by a real browser.

mod browser;
mod chromium;
mod hostile;
mod shown;
mod site;
