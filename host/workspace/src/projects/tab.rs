//! The project of a browser tab. The shell names it in a header of every request, so that a choice in one tab does not
//! change what another one works in. Programs do not send it: they have the project that the account selected last.

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;

/// The header with the number of the project.
const HEADER: &str = "x-tab-project";

tokio::task_local! {
    static PROJECT: Option<i64>;
}

/// Remembers the project of the tab while its request is handled.
pub async fn of_tab(request: Request, next: Next) -> Response {
    let named = request.headers().get(HEADER).and_then(|value| value.to_str().ok()?.parse().ok());
    PROJECT.scope(named, next.run(request)).await
}

/// The project that the request named; it may be of another account or deleted.
pub(super) fn named() -> Option<i64> {
    PROJECT.try_with(|project| *project).ok().flatten()
}
