//! What an administrator may change while impersonating a user, and the record of it.
//!
//! Everything that is not listed here is refused, so that a new route is closed by default. Allowed changes are
//! written to the audit log before they are made, so that an aborted request is recorded too.

use axum::extract::{MatchedPath, Request};
use axum::http::Method;
use axum::middleware::Next;

use crate::messages::audit_log::{self, Actor, Subject};
use crate::platform::prelude::*;

/// The work that a user may need help with.
const RECORDED: &[&str] = &[
    "/api/brand-kit",
    "/api/bulk",
    "/api/documents",
    "/api/folders",
    "/api/notifications",
    "/api/project",
    "/api/runs",
    "/api/tools/{id}/bulk",
    "/api/tools/{id}/favourite",
    "/api/tools/{id}/runs",
    "/api/user/dismissed-steps",
];

/// Requests that change nothing of the user's, or are recorded under their own name.
const UNRECORDED: &[&str] = &[
    "/api/admin",
    "/api/impersonation/end",
    "/api/one-time-login/validate",
    "/api/publisher-invitations/look",
    "/api/tool-invitations/look",
    "/broadcasting/auth",
    "/forgot-password",
    "/login",
    "/logout",
    "/register",
    "/reset-password",
    "/two-factor-challenge",
];

/// Whether a request is allowed during an impersonation.
#[derive(Debug, PartialEq, Eq)]
enum Verdict {
    Unrecorded,
    Recorded,
    Refused,
}

fn verdict(method: &Method, route: &str) -> Verdict {
    let is_under = |roots: &[&str]| {
        roots
            .iter()
            .any(|root| route.strip_prefix(root).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
    };
    if is_under(UNRECORDED) {
        return Verdict::Unrecorded;
    }
    // Language and name, which administrators can change for every user anyway.
    if is_under(RECORDED) || (method == Method::PATCH && route == "/api/user") {
        return Verdict::Recorded;
    }
    Verdict::Refused
}

/// Runs before every handler.
pub async fn watch(app: App, request: Request, next: Next) -> Response {
    if request.method().is_safe() {
        return next.run(request).await;
    }
    match allow(&app, request).await {
        Ok(request) => next.run(request).await,
        Err(problem) => problem.into_response(),
    }
}

async fn allow(app: &App, request: Request) -> Result<Request> {
    let (parts, body) = request.into_parts();
    let visit = visit(&parts)?;
    // A failed lookup is left to the handler, which repeats it.
    let user: Option<User> = visit.user(app).await.ok().flatten().cloned();
    let route = parts.extensions.get::<MatchedPath>().map(MatchedPath::as_str).unwrap_or_default();
    if let Some(user) = user.filter(|user| user.impersonator_id.is_some()) {
        match verdict(&parts.method, route) {
            Verdict::Unrecorded => {}
            Verdict::Refused => auth::refuse_impersonator(&user)?,
            Verdict::Recorded => {
                let actor = Actor::of(&user, &parts)?;
                let details = json!({ "method": parts.method.as_str(), "path": parts.uri.path() });
                let mut tx = app.db.write().await?;
                audit_log::record(&mut tx, &actor, "user.acted-for", Subject::user(&user.id), details)
                    .await?;
                tx.commit().await?;
            }
        }
    }
    Ok(Request::from_parts(parts, body))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_listed_requests_are_allowed() {
        for (method, route, expected) in [
            (Method::POST, "/api/tools/{id}/runs", Verdict::Recorded),
            (Method::DELETE, "/api/documents/{id}", Verdict::Recorded),
            (Method::PATCH, "/api/user", Verdict::Recorded),
            (Method::DELETE, "/api/user", Verdict::Refused),
            (Method::POST, "/api/projects-of-tomorrow", Verdict::Refused),
            (Method::POST, "/api/plan/request", Verdict::Refused),
            (Method::POST, "/logout", Verdict::Unrecorded),
        ] {
            assert_eq!(verdict(&method, route), expected, "{method} {route}");
        }
    }
}
