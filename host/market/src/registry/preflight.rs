//! Preflight: whether this server would install a package. All checks of an installation without its effects.

use sitewright_package::Permission;

use super::check::{self, Checked};
use super::fetch::most;
use super::install::Standing;
use super::reason::{PackageProblem, Reason};
use super::rights::Checker;
use super::store::{self, PackageState};
use crate::platform::prelude::*;

/// The result of a preflight.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PackageVerdict {
    /// SHA-256 of the package.
    digest: String,
    /// Whether it would be installed.
    ok: bool,
    /// All problems.
    problems: Vec<PackageProblem>,
    /// Null if the package cannot be read.
    #[schema(required)]
    plugin: Option<String>,
    #[schema(required)]
    version: Option<String>,
    /// The state of the same package on this server; null if it was never installed.
    #[schema(required)]
    known: Option<PackageState>,
    /// Permissions that an administrator would have to approve, because the version that serves everyone does not
    /// have them.
    #[schema(value_type = Vec<String>)]
    more: Vec<Permission>,
    /// Whether it is newer than the version that serves everyone, and would replace it.
    newer: bool,
}

/// Check whether this server would install a package
///
/// The body is the package itself. All checks of an installation run, and nothing is installed.
#[utoipa::path(post, path = "/api/development/checks", tag = "plugins", security(("key" = ["plugins:write"])),
    request_body(content(("application/octet-stream"))), responses((status = 200, body = PackageVerdict)))]
pub async fn check_package(
    app: App,
    checker: Checker,
    locale: Locale,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<PackageVerdict>> {
    let bytes = json::read(&app, &headers, body, most()).await?;
    let Checked { digest, found, .. } = check::check(&app, &checker.account, bytes).await?;
    let mut tx = app.db.read().begin().await?;
    let known = store::package(&mut tx, &digest).await?.map(|package| package.state);
    let mut verdict = PackageVerdict {
        digest,
        ok: false,
        problems: Vec::new(),
        plugin: None,
        version: None,
        known: known.filter(|state| *state != PackageState::Refused),
        more: Vec::new(),
        newer: false,
    };
    let problems = match found {
        Err(problems) => problems,
        Ok(package) => {
            checker.expect(&package.manifest.publisher)?;
            let plugin = store::plugin(&mut tx, &package.manifest.id).await?;
            let Standing { more, is_newer } = Standing::of(&app, &mut tx, plugin.as_ref(), &package).await?;
            let problems: Vec<Reason> = check::objections(&app, &mut tx, &package).await?;
            (verdict.more, verdict.newer) = (more, is_newer);
            (verdict.plugin, verdict.version) = (Some(package.manifest.id), Some(package.manifest.version));
            problems
        }
    };
    verdict.ok = problems.is_empty();
    verdict.problems = problems.into_iter().map(|reason| reason.render(locale)).collect();
    Ok(Json(verdict))
}
