//! The table: a line for each operation of the API, in the order of the document.
//!
//! `users("GET /api/x/{id}", 200).own(Document)` means: a verified user gets 200 for their own document and 404 for a
//! foreign one; a guest gets 401, and an unverified user 403. With `.key("x:read")` keys with this scope get the
//! same, and other keys 403; without it all keys get 403. A status such as 409 or 410 means that the request was
//! authorized and that the object is not in the right state.

use super::body::PASSWORD;
use super::entry::{Entry, admins, keys, public, signed_in, super_admins, users};
use super::people::{KNOWN, Role};
use super::things::Thing::*;
use super::things::{PNG, TABLE, package_of};
use crate::prelude::*;

pub fn entries() -> Vec<Entry> {
    [
        admin(),
        models(),
        registry(),
        workbench(),
        publishers(),
        revenue(),
        plans(),
        matrix(),
        accounts(),
        bulk(),
        connections(),
        documents(),
        projects(),
        shops(),
        tasks(),
        audits(),
        webhooks(),
        public_site(),
        tools_and_runs(),
        api_keys(),
        everything_else(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn admin() -> Vec<Entry> {
    vec![
        admins("GET /api/admin/jobs", 200).lists_all(BackgroundJob),
        admins("GET /api/admin/jobs/lanes", 200),
        admins("POST /api/admin/jobs/{id}/retry", 202).any(BackgroundJob),
        admins("DELETE /api/admin/jobs/{id}", 202).any(BackgroundJob),
        admins("GET /api/admin/outbox", 200).lists_all(Mail),
        admins("GET /api/admin/outbox/{id}", 200).any(Mail),
        super_admins("GET /api/admin/outbox/{id}", 200).any(StaffMail),
        admins("POST /api/admin/outbox/{id}/retry", 409).any(Mail),
        admins("GET /api/admin/audit-log", 200),
        admins("GET /api/admin/overview", 200),
        admins("GET /api/admin/audit-browser", 200),
        admins("POST /api/admin/audit-browser/test", 409),
        admins("GET /api/admin/pictures", 200).lists_all(Picture),
        admins("POST /api/admin/pictures", 201).bytes("image/png", PNG),
        admins("DELETE /api/admin/pictures/{id}", 204).any(Picture),
        admins("GET /api/admin/posts", 200).lists_all(Post),
        admins("POST /api/admin/posts", 201).json(|_| json!({ "kind": "post", "language": "en" })),
        admins("GET /api/admin/posts/{id}", 200).any(Post),
        admins("PATCH /api/admin/posts/{id}", 200).any(Post).json(|_| json!({ "title": "Tea" })),
        admins("DELETE /api/admin/posts/{id}", 204).any(Post),
        // Its document is in another archive.
        admins("POST /api/admin/posts/{id}/text", 409).any(Post),
        admins("POST /api/admin/posts/{id}/document", 201).any(Post),
        admins("GET /api/admin/posts/{id}/changes", 409).any(Post),
        admins("POST /api/admin/posts/{id}/publish", 422).any(Post),
        admins("POST /api/admin/posts/{id}/withdraw", 409).any(Post),
        admins("GET /api/documents/{id}/post", 200).own(Document),
        admins("GET /api/admin/authors", 200).lists_all(Author),
        admins("POST /api/admin/authors", 201).json(|_| json!({ "name": "Anna" })),
        admins("PATCH /api/admin/authors/{id}", 200).any(Author),
        admins("DELETE /api/admin/authors/{id}", 204).any(Author),
        admins("GET /api/admin/users", 200),
        admins("GET /api/admin/users.csv", 200),
        admins("POST /api/admin/users", 201),
        admins("GET /api/admin/users/{id}", 200).any(Account),
        admins("PATCH /api/admin/users/{id}", 200).any(Account),
        admins("DELETE /api/admin/users/{id}", 204)
            .any(Account)
            .json(|id| json!({ "email": format!("{id}@example.com") })),
        admins("POST /api/admin/users/{id}/impersonate", 200).any(Account),
        admins("POST /api/admin/users/{id}/link", 200).any(Account),
        admins("POST /api/admin/users/{id}/password-reset", 202).any(Account),
        admins("DELETE /api/admin/users/{id}/sessions", 204).any(Account),
        admins("DELETE /api/admin/users/{id}/sessions/{session}", 404).any(Account).at("session", "none"),
        admins("PUT /api/admin/users/{id}/suspension", 204).any(Account),
        admins("DELETE /api/admin/users/{id}/suspension", 409).any(Account),
        admins("DELETE /api/admin/users/{id}/two-factor", 409).any(Account),
        admins("POST /api/admin/users/{id}/words", 201).any(Account),
        admins("POST /api/admin/users/{id}/pages", 201).any(Account),
        signed_in("POST /api/impersonation/end", 409),
    ]
}

fn models() -> Vec<Entry> {
    vec![
        admins("GET /api/admin/models", 200),
        admins("POST /api/admin/models/connections", 201),
        admins("PATCH /api/admin/models/connections/{id}", 200).any(ModelConnection),
        admins("DELETE /api/admin/models/connections/{id}", 204).any(ModelConnection),
        // The provider is unreachable.
        admins("GET /api/admin/models/connections/{id}/offered", 422).any(ModelConnection),
        admins("POST /api/admin/models/connections/check", 422),
        admins("POST /api/admin/models/connections/{id}/check", 422).any(ModelConnection),
        admins("POST /api/admin/models/connections/{id}/models", 201).any(ModelConnection),
        admins("PUT /api/admin/models/{id}", 200).any(LanguageModel),
        admins("DELETE /api/admin/models/{id}", 204).any(LanguageModel),
        admins("POST /api/admin/models/{id}/test", 200).any(LanguageModel),
        admins("PUT /api/admin/models/roles/{role}", 200).at("role", "quick"),
        admins("PUT /api/admin/models/default-role", 200),
        admins("PUT /api/admin/models/tools/{tool}", 200).at("tool", SCRIPTED),
        admins("PUT /api/admin/models/budgets", 200).json(|_| json!({ "monthly_usd": null })),
        admins("GET /api/admin/models/usage", 200),
        admins("GET /api/admin/models/detected", 200),
        admins("POST /api/admin/models/detected", 200),
        admins("POST /api/admin/models/detected/{id}", 404).at("id", "none"),
        admins("GET /api/admin/models/recommended", 200),
        users("GET /api/user/model", 200),
        // The free plan allows no own model.
        users("PUT /api/user/model", 402).json(|_| json!({ "kind": "openai", "name": "gpt-5-mini" })),
        users("POST /api/user/model/check", 402),
        users("DELETE /api/user/model", 204),
    ]
}

fn workbench() -> Vec<Entry> {
    let none = |operation, status| admins(operation, status).at("id", "none").key("plugins:write");
    vec![
        none("GET /api/development/plugins", 200),
        none("POST /api/development/plugins", 422).bytes("application/octet-stream", b"no package"),
        none("DELETE /api/development/plugins/{id}", 404),
        none("PUT /api/development/plugins/{id}/mistakes", 404).json(|_| json!({ "mistakes": ["x"] })),
        none("GET /api/development/packages/{id}", 404),
        // Members of a publisher may, too.
        users("POST /api/development/checks", 200)
            .but(Role::User, 403)
            .key("plugins:write")
            .bytes("application/octet-stream", b"no package"),
        users("GET /api/runs/{id}/recording", 404).own(Run).key("runs:read"),
    ]
}

fn registry() -> Vec<Entry> {
    let why = |_: &str| json!({ "reason": "It is looked at." });
    vec![
        admins("GET /api/admin/plugins", 200),
        admins("POST /api/admin/plugins", 422)
            .bytes("application/octet-stream", b"no package")
            .key("plugins:write"),
        admins("POST /api/admin/plugins/fetch", 422),
        admins("GET /api/admin/plugins/{id}", 200).any(Plugin),
        admins("GET /api/admin/plugins/{id}/figures", 200).any(Plugin),
        admins("DELETE /api/admin/plugins/{id}", 204).any(Plugin),
        admins("PUT /api/admin/plugins/{id}/pin", 204).any(Plugin),
        admins("DELETE /api/admin/plugins/{id}/pin", 204).any(Plugin),
        admins("GET /api/admin/plugins/{id}/listing", 200).any(Plugin),
        admins("PUT /api/admin/plugins/{id}/listing", 204).any(Plugin),
        admins("GET /api/admin/listing-requests", 200),
        admins("DELETE /api/admin/listing-requests/{id}", 409).any(Plugin),
        admins("POST /api/admin/plugins/{id}/release", 200)
            .any(Plugin)
            .json(|id| json!({ "digest": package_of(id), "stage": "all" })),
        admins("POST /api/admin/plugins/{id}/rollback", 409).any(Plugin),
        admins("GET /api/admin/packages", 200).lists_all(Package),
        admins("GET /api/admin/packages/{id}", 200).any(Package),
        admins("POST /api/admin/packages/{id}/approve", 409).any(Package),
        admins("PUT /api/admin/packages/{id}/quarantine", 204).any(Package).json(why),
        admins("DELETE /api/admin/packages/{id}/quarantine", 409).any(Package),
        admins("PUT /api/admin/packages/{id}/revocation", 204).any(Package).json(why),
        admins("GET /api/admin/packages/{id}/accounts", 200).any(Package),
        admins("GET /api/admin/packages/{id}/stats", 200).any(Package),
        admins("GET /api/admin/packages/{id}/runs", 200).any(Package),
        admins("GET /api/admin/packages/{id}/runs/{run}", 404).any(Package).at("run", "none"),
        admins("POST /api/admin/trials", 404)
            .json(|_| json!({ "tool": "none", "product_id": 0, "language": "en" })),
        admins("GET /api/admin/trials/{id}", 404).at("id", "none"),
        admins("POST /api/admin/trials/{id}/runs", 404).at("id", "none").json(|_| json!({ "input": {} })),
        admins("GET /api/admin/publishers", 200).lists_all(Publisher),
        admins("POST /api/admin/publishers", 201)
            .json(|_| json!({ "id": db::new_id(), "name": "Acme", "level": "private" })),
        admins("PUT /api/admin/publishers/{id}", 204)
            .any(Publisher)
            .json(|_| json!({ "name": "Acme", "level": "private" })),
        admins("POST /api/admin/publishers/{id}/keys", 422).any(Publisher),
        admins("GET /api/admin/publishers/{id}/reach", 200).any(Publisher),
        admins("PUT /api/admin/keys/{id}/revocation", 204).any(PublisherKey).json(why),
    ]
}

fn publishers() -> Vec<Entry> {
    let new = |_: &str| json!({ "id": db::new_id(), "name": db::new_id(), "contact": "a@example.com", "country": "PL", "terms": 1 });
    let package = |operation| users(operation, 409).bytes("application/octet-stream", b"no package");
    vec![
        users("GET /api/publisher", 200),
        users("POST /api/publisher", 201).json(new),
        // Without a publisher there is nothing to change, to prove or to upload.
        users("PATCH /api/publisher", 409),
        users("PUT /api/publisher/payout", 409),
        users("GET /api/publisher/challenge", 409),
        users("POST /api/publisher/keys", 409),
        users("DELETE /api/publisher/keys/{id}", 200).own(OwnPublisherKey),
        package("POST /api/publisher/packages").key("plugins:write"),
        users("GET /api/publisher/packages", 200).lists(Submission).key("plugins:write"),
        users("GET /api/publisher/packages/{id}", 200).own(Submission).key("plugins:write"),
        users("DELETE /api/publisher/packages/{id}", 409).own(Submission),
        users("POST /api/publisher/packages/{id}/submit", 409).own(Submission).key("plugins:write"),
        users("POST /api/publisher/packages/{id}/withdraw", 200).own(Submission).key("plugins:write"),
        users("GET /api/publisher/plugins", 200).lists(OwnPlugin),
        users("GET /api/publisher/plugins/{id}/stats", 200).own(OwnPlugin),
        users("GET /api/publisher/plugins/{id}/stats.csv", 200).own(OwnPlugin),
        users("GET /api/publisher/members", 409),
        users("PUT /api/publisher/members/{id}", 409).at("id", "none"),
        users("DELETE /api/publisher/members/{id}", 409).at("id", "none"),
        users("GET /api/publisher/invitations", 409),
        users("POST /api/publisher/invitations", 409),
        users("DELETE /api/publisher/invitations/{id}", 409).at("id", "none"),
        users("POST /api/publisher/invitations/{id}/resend", 409).at("id", "none"),
        users("POST /api/publisher-invitations/look", 410),
        users("POST /api/publisher-invitations/accept", 410),
        users("GET /api/publisher/plugins/{id}/listing", 200).own(OwnPlugin),
        users("PUT /api/publisher/plugins/{id}/listing", 200).own(OwnPlugin),
        users("GET /api/publisher/plugins/{id}/invitations", 200).own(OwnPlugin),
        users("POST /api/publisher/plugins/{id}/invitations", 201).own(OwnPlugin),
        users("DELETE /api/publisher/plugins/{id}/invitations/{invitation}", 404)
            .own(OwnPlugin)
            .at("invitation", "none"),
        admins("GET /api/admin/reviews", 200).lists_all(Review),
        admins("GET /api/admin/reviews/{id}", 200).any(Review),
        admins("GET /api/admin/reviews/{id}/package", 200).any(Review),
        admins("POST /api/admin/reviews/{id}/approve", 422).any(Review),
        admins("POST /api/admin/reviews/{id}/return", 200)
            .any(Review)
            .json(|_| json!({ "reason_en": "Too short." })),
        admins("POST /api/admin/reviews/{id}/try", 422).any(Review),
    ]
}

fn revenue() -> Vec<Entry> {
    let month = |operation, status| admins(operation, status).at("month", "2020-01");
    // No publisher of that name, because those of the tests fill whole pages.
    let book = |operation| admins(operation, 404).at("id", "none");
    vec![
        // Without a publisher there is no share.
        users("GET /api/publisher/revenue", 409),
        users("GET /api/publisher/revenue/months", 409),
        users("GET /api/publisher/revenue/months/{month}", 409).at("month", "2020-01"),
        users("GET /api/publisher/revenue/months/{month}/statement.csv", 409).at("month", "2020-01"),
        users("GET /api/publisher/revenue/entries", 409),
        admins("GET /api/admin/revenue/months", 200),
        month("GET /api/admin/revenue/months/{month}", 404),
        month("POST /api/admin/revenue/months/{month}/preview", 404),
        month("POST /api/admin/revenue/months/{month}/close", 404),
        admins("GET /api/admin/revenue/publishers", 200),
        book("GET /api/admin/revenue/publishers/{id}"),
        book("GET /api/admin/revenue/publishers/{id}/entries"),
        book("POST /api/admin/revenue/publishers/{id}/agreements")
            .json(|_| json!({ "share_bps": 3_000, "from": "2026-01" })),
        book("POST /api/admin/revenue/publishers/{id}/adjustments")
            .json(|_| json!({ "currency": "PLN", "amount": 1, "reason": "Test", "seq": 0 })),
        book("POST /api/admin/revenue/publishers/{id}/payouts")
            .json(|_| json!({ "currency": "PLN", "amount": 1, "reference": "T-1", "paid_on": "2026-01-31", "seq": 0 })),
        book("POST /api/admin/revenue/publishers/{id}/returns")
            .json(|_| json!({ "currency": "PLN", "payout": 1, "reason": "Test" })),
        admins("GET /api/admin/revenue/payable/{currency}", 200).at("currency", "PLN"),
        admins("GET /api/admin/revenue/payable/{currency}/table.csv", 200).at("currency", "PLN"),
    ]
}

/// A plan with all tools.
fn product(_: &str) -> Value {
    json!({
        "name_en": "Spare", "name_pl": "Zapas", "description_en": "", "description_pl": "",
        "monthly_usd": 1, "annual_usd": 1, "monthly_pln": 1, "annual_pln": 1,
        "ai_words": 1, "pages": 1, "projects": null, "runs_per_day": null, "bulk_rows": null,
        "on_offer": true, "own_model": false, "all_tools": true, "tools": [], "position": 9,
    })
}

fn plans() -> Vec<Entry> {
    let starter = |_: &str| json!({ "product_id": 1, "period": "monthly" });
    vec![
        public("GET /api/plans", 200),
        users("GET /api/plan", 200),
        users("POST /api/plan/request", 201).json(starter),
        users("DELETE /api/plan/request", 404),
        users("POST /api/user/getBillingPortalStripe", 200),
        admins("GET /api/admin/products", 200),
        admins("POST /api/admin/products", 201).json(product),
        admins("PUT /api/admin/products/{id}", 200).any(Product).json(product),
        admins("DELETE /api/admin/products/{id}", 204).any(Product),
        admins("GET /api/admin/plan-requests", 200).lists_all(PlanRequest),
        admins("POST /api/admin/plan-requests/{id}/accept", 204).any(PlanRequest),
        admins("POST /api/admin/plan-requests/{id}/decline", 204).any(PlanRequest),
        admins("GET /api/admin/users/{id}/plan", 200).any(Account),
        admins("PUT /api/admin/users/{id}/plan", 200).any(Account).json(starter),
    ]
}

fn public_site() -> Vec<Entry> {
    vec![
        // No page to check; authorized nevertheless.
        public("POST /api/seo-check", 422).json(|_| json!({ "url": "two words" })),
        admins("GET /api/admin/visits", 200),
        admins("GET /api/admin/site", 200),
        admins("PUT /api/admin/site", 200).json(|_| {
            json!({ "company": { "name": "", "address": "", "vat_id": "", "email": "", "phone": "" },
                "brand": { "name": "", "logo": null, "colour": null }, "socials": [], "links": [], "hidden": [],
                "analytics": { "script": "", "attributes": [] }, "pixel": { "id": "" } })
        }),
        admins("GET /api/admin/site/legal", 200),
        admins("POST /api/admin/site/legal/{kind}/{language}", 201)
            .at("kind", "terms")
            .at("language", "en")
            .json(|_| json!({ "text": "# Terms", "valid_from": Timestamp::now().date() })),
        admins("GET /api/admin/site/legal/{kind}/{language}/{version}", 404)
            .at("kind", "terms")
            .at("language", "en")
            .at("version", "99"),
        admins("DELETE /api/admin/site/legal/{kind}/{language}/{version}", 404)
            .at("kind", "terms")
            .at("language", "en")
            .at("version", "99"),
    ]
}

fn matrix() -> Vec<Entry> {
    // The revision that the server's first administrator sees; later changes get a conflict.
    let change =
        |_: &str| json!({ "plans": [{ "id": 3, "revision": 0 }], "tools": [SCRIPTED], "open": true });
    let exception = |_: &str| json!({ "access": "deny", "reason": "Misused." });
    vec![
        admins("GET /api/admin/matrix", 200),
        admins("PUT /api/admin/matrix", 200).json(change),
        admins("POST /api/admin/matrix/preview", 200).json(change),
        admins("GET /api/admin/matrix/{tool}/exceptions", 200).at("tool", SCRIPTED),
        admins("GET /api/admin/users/{id}/tools", 200).any(Account),
        admins("PUT /api/admin/users/{id}/tools/{tool}", 200)
            .any(Account)
            .at("tool", SCRIPTED)
            .json(exception),
        admins("DELETE /api/admin/users/{id}/tools/{tool}", 404).any(Account).at("tool", SCRIPTED),
    ]
}

fn accounts() -> Vec<Entry> {
    vec![
        // Sign-in: for guests, and harmless for signed-in users.
        public("GET /sanctum/csrf-cookie", 204),
        public("GET /api/ways-in", 200),
        public("POST /register", 201),
        public("POST /login", 200).json(|_| json!({ "email": KNOWN, "password": PASSWORD })),
        public("POST /two-factor-challenge", 410),
        public("POST /logout", 204),
        public("POST /api/one-time-login/validate", 410),
        public("GET /auth/google", 303),
        public("GET /auth/google/callback", 303),
        public("POST /forgot-password", 202),
        public("POST /reset-password", 410),
        // The own account, verified or not.
        signed_in("GET /api/user", 200),
        signed_in("PATCH /api/user", 200),
        signed_in("DELETE /api/user", 204).json(|_| json!({ "password": PASSWORD })),
        signed_in("POST /api/user/confirm-password", 204),
        signed_in("POST /api/user/confirm-link", 410),
        signed_in("POST /api/email/verify", 410),
        signed_in("POST /api/email/verification-notification", 409).but(Role::Unverified, 202),
        signed_in("PUT /api/user/email", 200),
        // The own account.
        users("GET /api/user/security", 200),
        users("GET /api/user/export", 200),
        users("PUT /api/user/password", 204).json(|_| json!({
            "current_password": PASSWORD, "password": "another horse", "password_confirmation": "another horse",
        })),
        users("DELETE /api/user/email", 204),
        users("POST /api/user/two-factor", 200),
        users("DELETE /api/user/two-factor", 204),
        users("POST /api/user/two-factor/confirm", 409),
        users("POST /api/user/two-factor/recovery-codes", 409),
        users("POST /api/user/google", 200),
        users("DELETE /api/user/google", 204),
        users("PUT /api/user/avatar", 200).bytes("image/png", PNG),
        users("DELETE /api/user/avatar", 200),
        users("GET /api/avatars/{id}", 200).any(Avatar),
        users("GET /api/user/dismissed-steps", 200),
        users("POST /api/user/dismissed-steps", 204),
        users("GET /api/user/sessions", 200).lists(Session),
        users("DELETE /api/user/sessions", 204),
        users("DELETE /api/user/sessions/{id}", 204).own(Session),
    ]
}

fn bulk() -> Vec<Entry> {
    vec![
        users("GET /api/bulk", 200).lists(Bulk),
        users("GET /api/bulk/{id}", 200).own(Bulk),
        users("DELETE /api/bulk/{id}", 204).own(Bulk),
        users("POST /api/bulk/{id}/cancel", 200).own(Bulk),
        users("POST /api/bulk/{id}/start", 200).own(Bulk),
        users("POST /api/bulk/{id}/pause", 409).own(Bulk),
        users("POST /api/bulk/{id}/resume", 409).own(Bulk),
        users("POST /api/bulk/{id}/retry-failed", 409).own(Bulk),
        users("GET /api/bulk/{id}/result.csv", 200).own(Bulk),
        users("GET /api/bulk/{id}/rows", 200).own(Bulk),
    ]
}

fn connections() -> Vec<Entry> {
    vec![
        users("GET /api/connections", 200).lists(Connection),
        users("POST /api/connections", 201),
        users("GET /api/connections/kinds", 200),
        users("PATCH /api/connections/{id}", 200).own(Connection),
        users("DELETE /api/connections/{id}", 204).own(Connection),
    ]
}

fn shops() -> Vec<Entry> {
    vec![
        users("GET /api/shop-systems", 200),
        users("GET /api/shops", 200).lists(Shop).key("shops:read"),
        users("POST /api/shops", 422),
        users("GET /api/shops/{id}", 200).own(Shop).key("shops:read"),
        users("PATCH /api/shops/{id}", 200).own(Shop).json(|_| json!({ "nightly": null })),
        users("DELETE /api/shops/{id}", 204).own(Shop),
        users("POST /api/shops/{id}/read", 204).own(Shop).key("shops:write"),
        users("GET /api/shops/{id}/items", 200).own(Shop).key("shops:read"),
        users("GET /api/shops/{id}/findings", 200).own(Shop).key("shops:read"),
        users("GET /api/shops/{id}/items/{kind}/{item}", 200)
            .own(Shop)
            .at("kind", "product")
            .at("item", "1")
            .key("shops:read"),
        users("GET /api/shops/{id}/images", 400)
            .own(Shop)
            .foreign(400, "request.malformed")
            .key("shops:read"),
        users("GET /api/shops/{id}/writers", 200).own(Shop).key("shops:read"),
        users("GET /api/shops/{id}/orders", 200).own(Shop).key("shops:read"),
        users("POST /api/shops/{id}/orders", 422).own(Shop).key("shops:write"),
        users("POST /api/shops/{id}/orders/{order}/start", 404)
            .own(Shop)
            .at("order", "none")
            .key("shops:write"),
        users("POST /api/shops/{id}/orders/{order}/cancel", 404)
            .own(Shop)
            .at("order", "none")
            .key("shops:write"),
        users("GET /api/shops/{id}/changes", 200).own(Shop).key("shops:read"),
        users("GET /api/shops/{id}/changes.csv", 200).own(Shop).key("shops:read"),
        users("POST /api/shops/{id}/changes.csv", 409)
            .own(Shop)
            .bytes("text/csv", b"id,new\r\n1,x\r\n")
            .key("shops:write"),
        users("PATCH /api/shops/{id}/changes/{change}", 409)
            .own(Shop)
            .at("change", "{id}")
            .key("shops:write"),
        users("POST /api/shops/{id}/changes/decide", 422).own(Shop).key("shops:write"),
        public("POST /api/incoming/shops/{id}", 404).at("id", "none"),
        admins("GET /api/admin/shops", 200).lists_all(Shop),
        admins("GET /api/admin/shop-applications", 200),
        admins("PATCH /api/admin/shop-applications/{system}", 404).at("system", "none"),
        admins("GET /api/admin/shop-installs", 200),
        public("POST /api/incoming/shop-applications/{system}", 404).at("system", "none"),
        public("GET /api/shop-applications/{system}/opening", 404).at("system", "none"),
        // The ticket is not one.
        users("POST /api/shop-applications/{system}/claims", 403).at("system", "none"),
        users("POST /api/shops/{id}/work", 409)
            .own(Shop)
            .json(|_| json!({ "do": "write" }))
            .key("shops:write"),
    ]
}

fn tasks() -> Vec<Entry> {
    vec![
        users("GET /api/tasks", 200).lists(Task).key("tasks:read"),
        users("POST /api/tasks", 201)
            .own(Website)
            .json(|id| json!({ "title": "Tea", "project_id": number(id) }))
            .key("tasks:write"),
        users("GET /api/tasks/export/{format}", 200).at("format", "csv").key("tasks:read"),
        users("GET /api/tasks/{id}", 200).own(Task).key("tasks:read"),
        users("PATCH /api/tasks/{id}", 200)
            .own(Task)
            .json(|_| json!({ "state": "doing" }))
            .key("tasks:write"),
        users("DELETE /api/tasks/{id}", 204).own(Task).key("tasks:write"),
        users("GET /api/tasks/{id}/changes", 200).own(Task).key("tasks:read"),
    ]
}

fn audits() -> Vec<Entry> {
    let ignore =
        |id: &str| json!({ "project": number(id), "rule": "title-missing", "reason": "It is a draft." });
    let recipient = |_: &str| json!({ "email": format!("{}@example.com", db::new_id()), "language": "en" });
    vec![
        users("GET /api/audits", 200).lists(Audit).key("audits:read"),
        users("POST /api/audits", 422).key("audits:write"),
        users("GET /api/audits/{id}", 200).own(Audit).key("audits:read"),
        users("DELETE /api/audits/{id}", 204).own(Audit),
        users("POST /api/audits/{id}/pause", 409).own(Audit).key("audits:write"),
        users("POST /api/audits/{id}/resume", 409).own(Audit).key("audits:write"),
        users("POST /api/audits/{id}/cancel", 409).own(Audit).key("audits:write"),
        users("POST /api/audits/{id}/again", 404)
            .own(Audit)
            .json(|_| json!({ "page": 0 }))
            .key("audits:write"),
        users("POST /api/audits/{id}/tasks", 404)
            .own(Audit)
            .json(|_| json!({ "rule": "title-missing" }))
            .key("audits:write"),
        users("GET /api/audits/{id}/rules", 200).own(Audit).key("audits:read"),
        users("GET /api/audits/{id}/rules/{rule}", 200)
            .own(Audit)
            .at("rule", "title-missing")
            .key("audits:read"),
        users("GET /api/audits/{id}/findings", 200).own(Audit).key("audits:read"),
        users("GET /api/audits/{id}/pages", 200).own(Audit).key("audits:read"),
        users("GET /api/audits/{id}/pages/{number}", 404).own(Audit).at("number", "0").key("audits:read"),
        users("GET /api/audits/{id}/pages/{number}/links", 400)
            .own(Audit)
            .at("number", "0")
            .foreign(400, "request.malformed")
            .key("audits:read"),
        users("GET /api/audits/{id}/tree", 200).own(Audit).key("audits:read"),
        users("GET /api/audits/{id}/findings/export/{format}", 200)
            .own(Audit)
            .at("format", "csv")
            .key("audits:read"),
        users("GET /api/audits/{id}/pages/export/{format}", 200)
            .own(Audit)
            .at("format", "xlsx")
            .key("audits:read"),
        users("GET /api/audits/{id}/compare/{before}", 404)
            .own(Audit)
            .at("before", "none")
            .key("audits:read"),
        users("GET /api/audits/{id}/compare/{before}/pages", 404)
            .own(Audit)
            .at("before", "none")
            .key("audits:read"),
        users("GET /api/audits/{id}/compare/{before}/findings", 404)
            .own(Audit)
            .at("before", "none")
            .key("audits:read"),
        users("GET /api/audits/{id}/report", 200).own(Audit).key("audits:read"),
        users("POST /api/audits/{id}/reports", 201).own(Audit).json(|_| json!({ "language": "en" })),
        users("GET /api/projects/{id}/audit-reports", 200).own(Website),
        users("DELETE /api/audit-reports/{id}", 204).own(AuditReport),
        public("GET /api/shared-audits/{token}", 404).at("token", "none"),
        users("GET /api/audit-brand", 200),
        users("PUT /api/audit-brand", 200),
        users("PUT /api/audit-brand/logo", 200).bytes("image/png", PNG),
        users("DELETE /api/audit-brand/logo", 200),
        users("GET /api/projects/{id}/audit-mailing", 200).own(Website),
        users("PUT /api/projects/{id}/audit-mailing", 200)
            .own(Website)
            .json(|_| json!({ "cadence": "weekly" })),
        users("POST /api/projects/{id}/audit-recipients", 201).own(Website).json(recipient),
        users("DELETE /api/audit-recipients/{id}", 204).own(AuditRecipient),
        public("GET /api/incoming/audit-mail/{wish}/{token}", 404).at("wish", "leave").at("token", "none"),
        public("POST /api/incoming/audit-mail/{wish}/{token}", 404).at("wish", "leave").at("token", "none"),
        users("GET /api/audit-ignores", 400).key("audits:read"),
        users("POST /api/audit-ignores", 201).own(Website).json(ignore).key("audits:write"),
        users("DELETE /api/audit-ignores/{id}", 204).own(AuditIgnore).key("audits:write"),
        users("GET /api/projects/{id}/audit-settings", 200).own(Website).key("audits:read"),
        users("PUT /api/projects/{id}/audit-settings", 200).own(Website).json(|_| json!({ "pages": 10 })),
        users("GET /api/projects/{id}/audit-login", 200).own(Website).key("audits:read"),
        users("PUT /api/projects/{id}/audit-login", 422)
            .own(Website)
            .json(|_| json!({ "host": "elsewhere.test", "kind": "basic", "name": "ada", "secret": "tea" })),
        users("DELETE /api/projects/{id}/audit-login", 204).own(Website),
        users("GET /api/projects/{id}/audit-deployment", 200).own(Website).key("audits:read"),
        users("POST /api/projects/{id}/audit-deployment", 201).own(Website),
        users("DELETE /api/projects/{id}/audit-deployment", 204).own(Website),
        public("POST /api/incoming/deployments/{secret}", 404).at("secret", "none"),
    ]
}

fn webhooks() -> Vec<Entry> {
    let new = |_: &str| json!({ "url": "https://example.com/", "events": ["task.changed"] });
    vec![
        users("GET /api/webhooks", 200).lists(Webhook),
        users("POST /api/webhooks", 201).json(new),
        users("PATCH /api/webhooks/{id}", 200).own(Webhook).json(|_| json!({ "enabled": true })),
        users("DELETE /api/webhooks/{id}", 204).own(Webhook),
        users("POST /api/webhooks/{id}/test", 202).own(Webhook),
        users("GET /api/webhooks/{id}/deliveries", 200).own(Webhook),
        users("POST /api/webhooks/{id}/deliveries/{delivery}/send", 404).own(Webhook).at("delivery", "none"),
    ]
}

fn documents() -> Vec<Entry> {
    vec![
        users("GET /api/documents", 200).lists(Document).key("documents:read"),
        users("GET /api/documents/titles", 200).lists(Document).key("documents:read"),
        users("GET /api/documents/{id}", 200).own(Document).key("documents:read"),
        users("PATCH /api/documents/{id}", 200).own(Document).key("documents:write"),
        users("DELETE /api/documents/{id}", 204).own(Document).key("documents:write"),
        users("POST /api/documents/{id}/restore", 204).own(Document),
        users("POST /api/documents/trash", 200).counts(Document).json(ids),
        users("POST /api/documents/restore", 200).counts(TrashedDocument).json(ids),
        users("POST /api/documents/delete", 200).counts(TrashedDocument).json(ids),
        users("POST /api/documents/move", 200)
            .counts(Document)
            .json(|id| json!({ "ids": [id], "folder_id": null })),
        users("POST /api/documents/move", 200)
            .own(Folder)
            .foreign(422, "validation.failed")
            .json(|id| json!({ "ids": ["none"], "folder_id": id })),
        users("DELETE /api/documents/trash", 200),
        // There is nothing to export from an empty archive.
        users("GET /api/documents/export/{format}", 422).at("format", "md"),
        users("PUT /api/documents/{id}/favourite", 204).own(Document),
        users("DELETE /api/documents/{id}/favourite", 204).own(Document),
        users("GET /api/folders", 200).lists(Folder),
        users("POST /api/folders", 201),
        users("PATCH /api/folders/{id}", 200).own(Folder),
        users("DELETE /api/folders/{id}", 200).own(Folder),
        users("PUT /api/documents/{id}/rating", 204).own(Document),
        users("GET /api/documents/{id}/export/{format}", 200)
            .own(Document)
            .at("format", "md")
            .key("documents:read"),
        users("GET /api/documents/{id}/versions", 200).own(Document),
        users("GET /api/documents/{id}/versions/{version}", 200).own(Document).at("version", "1"),
        users("POST /api/documents/{id}/versions/{version}/restore", 200).own(Document).at("version", "1"),
        users("GET /api/documents/{id}/share", 200).own(Document),
        users("POST /api/documents/{id}/share", 201).own(Document),
        users("DELETE /api/documents/{id}/share", 204).own(Document),
        public("GET /api/shared/{token}", 404).at("token", "none"),
        users("POST /api/documents/{id}/style-example", 201)
            .own(Document)
            .json(|_| json!({ "text": "Warm rolls." })),
    ]
}

fn projects() -> Vec<Entry> {
    vec![
        users("POST /api/project/addProject", 201),
        users("GET /api/project/getUserProjects", 200),
        users("POST /api/project/saveSelectedProject", 200)
            .own(Project)
            .json(|id| json!({ "selectedProject": number(id) })),
        users("POST /api/project/deleteProject", 200)
            .own(Project)
            .json(|id| json!({ "projectID": number(id) })),
        // Whose they are is tested with the dashboard: a number is found in any list.
        users("GET /api/projects", 200),
        users("PATCH /api/projects/{id}", 200).own(Project).json(|_| json!({ "color": "rose" })),
        // Its website was not read.
        users("GET /api/projects/{id}/icon", 404).own(Project),
        users("GET /api/dashboard", 200),
        users("GET /api/locations", 200),
        users("GET /api/brand-kit", 200),
        users("PUT /api/brand-kit", 200),
        users("PUT /api/brand-kit", 200)
            .own(Project)
            .json(|id| json!({ "name": "Tea", "project_id": number(id) })),
        users("DELETE /api/brand-kit", 204),
        // The server does not call itself.
        users("POST /api/brand-kit/proposal", 422).json(|_| json!({ "url": "http://127.0.0.1:1/" })),
        users("GET /api/style-examples", 200),
        users("DELETE /api/style-examples/{id}", 204).own(StyleExample),
    ]
}

fn api_keys() -> Vec<Entry> {
    vec![
        users("GET /api/keys", 200).lists(Key),
        users("POST /api/keys", 201),
        users("DELETE /api/keys/{id}", 204).own(Key),
        keys("GET /api/key", 200),
    ]
}

fn tools_and_runs() -> Vec<Entry> {
    vec![
        users("GET /api/tools", 200).key("tools:read"),
        users("GET /api/tools/{id}", 200).at("id", SCRIPTED).key("tools:read"),
        public("GET /api/tools/{id}/icon.svg", 200).at("id", SCRIPTED),
        users("PUT /api/tools/{id}/favourite", 204).at("id", SCRIPTED),
        users("DELETE /api/tools/{id}/favourite", 204).at("id", SCRIPTED),
        users("DELETE /api/tools/{id}/invitation", 404).at("id", SCRIPTED),
        users("POST /api/tool-invitations/look", 410),
        users("POST /api/tool-invitations/accept", 410),
        users("GET /api/tools/{id}/bulk/template.csv", 200).at("id", SCRIPTED),
        users("POST /api/tools/{id}/bulk", 201).at("id", SCRIPTED).bytes("text/csv", TABLE),
        users("POST /api/tools/{id}/runs", 202)
            .at("id", SCRIPTED)
            .json(|_| json!({ "input": { "topic": "tea" } }))
            .key("runs:write"),
        users("GET /api/runs", 200).lists(Run).key("runs:read"),
        users("GET /api/runs/{id}", 200).own(Run).key("runs:read"),
        users("POST /api/runs/{id}/cancel", 200).own(Run).key("runs:write"),
        users("GET /api/runs/{id}/events", 200).own(Run).key("runs:read"),
    ]
}

fn everything_else() -> Vec<Entry> {
    vec![
        users("GET /api/notifications", 200).lists(Notification),
        users("POST /api/notifications/read", 204),
        users("POST /api/notifications/{id}/read", 204).own(Notification),
        users("GET /api/words", 200),
        users("GET /api/pages", 200),
        users("GET /api/realtime", 200),
        users("POST /broadcasting/auth", 200)
            .own(Oneself)
            .foreign(403, "auth.forbidden")
            .json(|id| wish("private-user", id)),
        users("POST /broadcasting/auth", 200)
            .own(Project)
            .foreign(403, "auth.forbidden")
            .json(|id| wish("presence-project", id)),
        public("GET /healthz", 200),
        public("GET /readyz", 200),
        admins("GET /metrics", 200),
    ]
}

fn ids(id: &str) -> Value {
    json!({ "ids": [id] })
}

fn number(id: &str) -> i64 {
    id.parse().unwrap_or_default()
}

fn wish(kind: &str, id: &str) -> Value {
    json!({ "socket_id": "1.2", "channel_name": format!("{kind}.{id}") })
}
