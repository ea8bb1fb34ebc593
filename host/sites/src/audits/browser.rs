//! The browser that renders pages of audits, for administrators: its address, and a test of it.

use sitewright_renderer::Trouble;
use tokio::time::Instant;

use super::render;
use crate::platform::error::ProblemView;
use crate::platform::prelude::*;

/// The browser of this server. It is set by `browser_url` and `browser_pages`.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct AuditBrowser {
    /// Null if none is connected.
    #[schema(required, example = "http://127.0.0.1:9222")]
    address: Option<String>,
    /// Pages that it renders at the same time, per process.
    pages: usize,
}

/// The browser that renders pages of audits
#[utoipa::path(get, path = "/api/admin/audit-browser", tag = "admin", responses((status = 200, body = AuditBrowser)))]
pub(super) async fn get_audit_browser(app: App, _: Admin) -> Json<AuditBrowser> {
    Json(AuditBrowser { address: app.config.browser_url.clone(), pages: app.config.browser_pages })
}

/// The result of a test.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct AuditBrowserTest {
    ok: bool,
    /// Its name and version; empty if the test failed.
    #[schema(example = "HeadlessChrome/142.0.7444.59")]
    product: String,
    /// Milliseconds until an empty page was open.
    total_ms: i64,
    /// Why it failed and what to do.
    #[schema(required, inline = false)]
    problem: Option<ProblemView>,
}

/// Test the browser by opening an empty page
///
/// It is opened as each page of an audit is, and closed at once.
#[utoipa::path(post, path = "/api/admin/audit-browser/test", tag = "admin",
    responses((status = 200, body = AuditBrowserTest), (status = 409, description = "No browser is connected")))]
pub(super) async fn test_audit_browser(app: App, _: Admin, locale: Locale) -> Result<Json<AuditBrowserTest>> {
    let browser = render::browser(&app).ok_or_else(|| Problem::conflict("audits.browser-none"))?;
    let started = Instant::now();
    let tested = browser.test().await;
    let total_ms = i64::try_from(started.elapsed().as_millis()).unwrap_or(i64::MAX);
    Ok(Json(match tested {
        Ok(product) => AuditBrowserTest { ok: true, product, total_ms, problem: None },
        Err(trouble) => {
            let problem = Some(problem(trouble).render(locale));
            AuditBrowserTest { ok: false, product: String::new(), total_ms, problem }
        }
    }))
}

fn problem(trouble: Trouble) -> Problem {
    let problem = |code| Problem::new(StatusCode::BAD_GATEWAY, code);
    match trouble {
        Trouble::Silent => problem("audits.browser-silent"),
        Trouble::Stranger => problem("audits.browser-stranger"),
        Trouble::Slow => problem("audits.browser-slow"),
        Trouble::Refused(reason) => problem("audits.browser-refused").with("reason", reason),
    }
}
