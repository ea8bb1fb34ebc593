//! The document of the API: made from the routes, completed with what holds for all of them.

use utoipa::openapi::{Info, OpenApi, OpenApiBuilder};

/// The document before the routes are merged into it.
pub fn document() -> OpenApi {
    let mut info = Info::new("Sitewright", env!("CARGO_PKG_VERSION"));
    info.description = Some("Tools that write and check the texts of websites.".to_owned());
    OpenApiBuilder::new().info(info).build()
}
