//! Installing from a URL: a file on the web, or an artifact in an OCI registry.

use sitewright_package::Limits;

use super::install::{Incoming, install, installed};
use super::release::Rollout;
use super::store::Stage;
use super::{Registry, oci};
use crate::messages::audit_log::ByAdmin;
use crate::platform::fetch::Unread;
use crate::platform::prelude::*;

/// Time limit of a download.
pub(super) const LONGEST: Duration = Duration::from_secs(60);
const LONGEST_ADDRESS: usize = 2_000;

/// The address of a package, and its first rollout stage.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PackageAddress {
    /// URL of a file; this or `oci`.
    #[schema(example = "https://plugins.example.com/motto-1.0.0.plugin")]
    url: Option<String>,
    /// Reference of an artifact in an OCI registry.
    #[schema(example = "registry.example.com/acme/motto:1.0.0")]
    oci: Option<String>,
    /// The first rollout stage; defaults to `all`.
    stage: Option<Stage>,
    product_id: Option<i64>,
    percent: Option<i64>,
}

/// Install a package from a URL
#[utoipa::path(post, path = "/api/admin/plugins/fetch", tag = "admin", request_body = PackageAddress, responses(
    (status = 201, body = super::packages::PackageView),
    (status = 422, description = "It cannot be fetched, or it is refused; `errors` says why"),
))]
pub async fn fetch_plugin(
    app: App,
    by: ByAdmin,
    locale: Locale,
    json::Json(address): json::Json<PackageAddress>,
) -> Result<Response> {
    let rollout =
        Rollout::of(address.stage.unwrap_or(Stage::All), &by.admin.id, address.product_id, address.percent)?;
    let (field, text) = match (&address.url, &address.oci) {
        (Some(url), None) => ("url", url),
        (None, Some(oci)) => ("oci", oci),
        _ => return Err(Problem::invalid_field("url", Text::key("validation.required"))),
    };
    refuse_if(text.len() > LONGEST_ADDRESS, || Problem::invalid_field(field, Text::key("validation.url")))?;
    let fetcher = &app.part::<Registry>().fetcher;
    let brought = match field {
        "url" => file(fetcher, text).await,
        _ => oci::pull(fetcher, text).await,
    };
    let (bytes, source) = brought.map_err(|why| Problem::invalid_field(field, why.text()))?;
    let digest = install(&app, &by.actor, Incoming { bytes: Bytes::from(bytes), source, rollout }).await?;
    installed(&app, &digest, locale).await
}

/// Why a download failed.
pub(super) enum Unbrought {
    Unread(Unread),
    Other(Text),
}

impl Unbrought {
    fn text(&self) -> Text {
        match self {
            Self::Unread(unread) => unread.text(),
            Self::Other(text) => text.clone(),
        }
    }
}

impl From<Unread> for Unbrought {
    fn from(unread: Unread) -> Self {
        Self::Unread(unread)
    }
}

/// The most bytes that are read of a package.
pub fn most() -> usize {
    usize::try_from(Limits::default().file_bytes).unwrap_or(usize::MAX)
}

async fn file(fetcher: &Fetcher, text: &str) -> std::result::Result<(Vec<u8>, String), Unbrought> {
    let url: Url = text.trim().parse().map_err(|_| Unread::NotAnAddress)?;
    let answer = fetcher.file(&url, &HeaderMap::new(), most(), LONGEST).await?;
    refuse_if(!answer.status.is_success(), || Unread::Status(answer.status.as_u16()))?;
    Ok((answer.bytes, plain(url)))
}

/// The URL without parts that may be secret.
fn plain(mut url: Url) -> String {
    // Addresses that cannot have these are refused earlier.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    url.set_query(None);
    url.set_fragment(None);
    url.into()
}
