//! The objects of the routes, created as the product creates them.

use sitewright::messages::mail::{self, Mail};
use sitewright::messages::notifications::{self, NotificationKind};
use sitewright::platform::auth::{self, NewSession};

use super::people::{Office, Person, Role};
use crate::prelude::*;

/// A PNG of 1 × 1.
pub const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1f\x15\xc4\x89\0\0\0\rIDATx\x9cc\xf8\xcf\xc0\xf0\x1f\0\x05\0\x01\xff\x89\x99=\x1d\0\0\0\0IEND\xaeB`\x82";

/// A table with one row.
pub const TABLE: &[u8] = b"Topic\r\ntea\r\n";

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Thing {
    /// The user, by the id of the account.
    Oneself,
    Avatar,
    /// A document with one edit, and so with a version in its history.
    Document,
    /// An example of style.
    StyleExample,
    /// The same document in the trash.
    TrashedDocument,
    /// An ended run.
    Run,
    /// A bulk job that is not started.
    Bulk,
    Project,
    /// A connection.
    Connection,
    /// A connected shop with one product and a change of it.
    Shop,
    /// A project of which the user may have many: each has another website.
    Website,
    /// A task in such a project.
    Task,
    /// An audit that is done, of such a project.
    Audit,
    /// What such a project ignores.
    AuditIgnore,
    /// A link to the report of such an audit.
    AuditReport,
    /// Who is asked to get reports of such a project.
    AuditRecipient,
    /// A webhook whose server cannot be reached.
    Webhook,
    /// An additional session.
    Session,
    Notification,
    Folder,
    /// An ordinary account to administer; its address is its id at `example.com`.
    Account,
    /// A mail to the user.
    Mail,
    /// A background job that failed.
    BackgroundJob,
    /// A mail to an administrator, which may contain a sign-in link.
    StaffMail,
    /// A plan without subscribers.
    Product,
    /// An ordinary account's request for a plan.
    PlanRequest,
    /// A plugin with one version, which serves everyone.
    Plugin,
    /// The package of such a plugin.
    Package,
    Publisher,
    /// A trusted key.
    PublisherKey,
    /// A key of the user's publisher.
    OwnPublisherKey,
    /// A plugin of the user's publisher.
    OwnPlugin,
    /// A submitted package of the user's publisher.
    Submission,
    /// A submitted package of another publisher, for reviewers.
    Review,
    /// An API key of the user.
    Key,
    /// A connection to a provider of language models, which is unreachable.
    ModelConnection,
    /// A model of such a connection.
    LanguageModel,
    /// A picture of the site.
    Picture,
    /// A draft of the blog.
    Post,
    /// An author of the blog without posts.
    Author,
}

/// The id of a thing of this kind that does not exist.
pub fn unknown(like: &str) -> String {
    if like.parse::<i64>().is_ok() { "999999999".to_owned() } else { db::new_id() }
}

impl Thing {
    /// Creates an object and returns its id.
    pub async fn make(self, office: &Office, owner: &mut Person) -> String {
        match self {
            Self::Oneself => owner.id.clone(),
            Self::Avatar => {
                self.send(owner, Method::PUT, "/api/user/avatar", "image/png", PNG).await;
                owner.id.clone()
            }
            Self::Document => document(office, owner).await,
            Self::StyleExample => {
                let path = format!("/api/documents/{}/style-example", document(office, owner).await);
                owner.client.post(&path, json!({ "text": "Warm rolls." })).await.id()
            }
            Self::TrashedDocument => {
                let id = document(office, owner).await;
                owner.client.delete(&format!("/api/documents/{id}")).await.is(204);
                id
            }
            Self::Run => owner.client.run(json!({ "topic": "tea" })).await.id(),
            Self::Bulk => {
                let path = format!("/api/tools/{SCRIPTED}/bulk");
                let job = self.send(owner, Method::POST, &path, "text/csv", TABLE).await;
                job["id"].as_str().expect("an id").to_owned()
            }
            Self::Project => {
                let new = json!({ "domain": "example.com", "language_code": "pl", "location_code": 2616 });
                let project = owner.client.post("/api/project/addProject", new).await;
                project.body["project"]["id"].as_i64().expect("a number").to_string()
            }
            Self::Connection => {
                let host = format!("{}.example.com", db::new_id());
                let new = json!({ "kind": "shop", "host": host, "secrets": { "token": "0123456789" } });
                owner.client.post("/api/connections", new).await.id()
            }
            Self::Folder => owner.client.post("/api/folders", json!({ "name": "Tea" })).await.id(),
            Self::Account => {
                let account = office.person(Role::User).await;
                let address = format!("{}@example.com", account.id);
                office.change("UPDATE users SET email = $2 WHERE id = $1", &account.id, &address).await;
                account.id
            }
            Self::Product => {
                let id = rand::random_range(100..999_999_999_i64).to_string();
                let copy = "INSERT INTO products (id, name_en, name_pl, description_en, description_pl, monthly_usd, \
                    annual_usd, monthly_pln, annual_pln, ai_words, position) \
                    SELECT CAST($1 AS BIGINT), $2, $2, '', '', 1, 1, 1, 1, 1, 9 FROM products WHERE id = 0";
                office.change(copy, &id, "Spare").await;
                id
            }
            Self::PlanRequest => {
                let mut account = office.person(Role::User).await;
                let wish = json!({ "product_id": 1, "period": "monthly" });
                let asked = account.client.post("/api/plan/request", wish).await;
                asked.body["request"]["id"].as_str().expect("an id").to_owned()
            }
            Self::Plugin => plugin(office).await,
            Self::Package => package_of(&plugin(office).await),
            Self::Publisher => publisher(office).await,
            Self::PublisherKey => publisher_key(office, &publisher(office).await).await,
            Self::OwnPublisherKey => publisher_key(office, &own_publisher(office, owner).await).await,
            Self::OwnPlugin => {
                let (id, own) = (plugin(office).await, own_publisher(office, owner).await);
                office.change("UPDATE plugins SET publisher = $2 WHERE id = $1", &id, &own).await;
                id
            }
            Self::Submission => submission(office, &own_publisher(office, owner).await).await,
            Self::Review => {
                let sender = office.person(Role::User).await;
                submission(office, &own_publisher(office, &sender).await).await
            }
            Self::Key => {
                let new = json!({ "name": "Robot", "scopes": ["tools:read"] });
                let made = owner.client.post("/api/keys", new).await;
                made.body["key"]["id"].as_str().expect("an id").to_owned()
            }
            Self::ModelConnection => model_connection(office).await,
            Self::LanguageModel => {
                let (id, connection) = (db::new_id(), model_connection(office).await);
                let add = "INSERT INTO models (id, connection_id, name, label, sees_images, enabled, created_at, updated_at) \
                    VALUES ($1, $2, 'm', 'm', FALSE, TRUE, 1, 1)";
                office.change(add, &id, &connection).await;
                id
            }
            Self::Picture => {
                let id = db::new_id();
                let add = "INSERT INTO pictures (id, width, height, is_transparent, created_at) VALUES ($1, 1, 1, $2 = '', 1)";
                office.change(add, &id, "opaque").await;
                id
            }
            Self::Post => {
                let id = db::new_id();
                let add = "INSERT INTO posts (id, kind, language, status, title, folded, slug, description, cover_alt, document_version, \
                    text, html, outline, words, token, created_at, updated_at) \
                    VALUES ($1, 'post', 'en', 'draft', $2, 'tea', $1, '', '', 1, '', '', '[]', 0, $1, 1, 1)";
                office.change(add, &id, "Tea").await;
                id
            }
            Self::Author => {
                let id = db::new_id();
                let add = "INSERT INTO authors (id, name, slug, bio_en, bio_pl, link, created_at) VALUES ($1, $2, $1, '', '', '', 1)";
                office.change(add, &id, "Anna").await;
                id
            }
            Self::Shop => shop(office, owner).await,
            Self::Website => website(office, owner).await.to_string(),
            Self::Task => task(office, owner).await,
            Self::Audit => audit(office, owner).await,
            Self::AuditIgnore => {
                let project = website(office, owner).await;
                let new = json!({ "project": project, "rule": "title-missing", "reason": "It is a draft." });
                owner.client.post("/api/audit-ignores", new).await.id()
            }
            Self::AuditReport => {
                let path = format!("/api/audits/{}/reports", audit(office, owner).await);
                let made = owner.client.post(&path, json!({ "language": "en" })).await.is(201).body;
                made["report"]["id"].as_str().expect("an id").to_owned()
            }
            Self::AuditRecipient => {
                let path = format!("/api/projects/{}/audit-recipients", website(office, owner).await);
                let new = json!({ "email": format!("{}@example.com", db::new_id()), "language": "en" });
                owner.client.post(&path, new).await.is(201).id()
            }
            Self::Webhook => webhook(office, owner).await,
            Self::Session => session(office, owner).await,
            Self::Notification => notification(office, owner).await,
            Self::Mail => letter(office, owner).await,
            Self::BackgroundJob => background_job(office).await,
            Self::StaffMail => letter(office, &office.person(Role::Admin).await).await,
        }
    }

    async fn send(
        self,
        owner: &mut Person,
        method: Method,
        path: &str,
        kind: &str,
        body: &'static [u8],
    ) -> Value {
        let request = owner.client.request(method, path).header("content-type", kind).body(body);
        let answer = owner.client.send(request).await;
        assert!(answer.status < 300, "{self:?}: {} {}", answer.status, answer.body);
        answer.body
    }
}

async fn document(office: &Office, owner: &mut Person) -> String {
    let run = db::new_id();
    let new = NewDocument {
        account: &owner.id,
        project: None,
        run: &run,
        tool: SCRIPTED,
        tool_version: "0.1.0",
        package: None,
        title: "Tea",
        text: "About tea.",
        data: "{}",
        words: 0,
        drafted: true,
    };
    let id = office.app.store(new).await;
    owner.client.patch(&format!("/api/documents/{id}"), json!({ "title": "Green tea" })).await.is(200);
    id
}

/// The digest of the package of a plugin that was created here.
pub fn package_of(plugin: &str) -> String {
    sitewright_package::digest(plugin.as_bytes())
}

async fn plugin(office: &Office) -> String {
    let id = db::new_id();
    let digest = package_of(&id);
    let described = json!({ "name": "Motto", "summary": "", "input": { "type": "object" }, "output": { "type": "object" }, "example": {} });
    let descriptors = json!({ "en": described, "pl": described }).to_string();
    let manifest = json!({ "id": id, "version": "1.0.0", "publisher": "tests", "category": "content", "words": 0,
        "needs_model": "never", "module": "form", "search": [[], []], "permissions": null });
    let package = db::query(
        "INSERT INTO packages (digest, plugin, version, publisher, level, bytes, component, component_bytes, permissions, manifest,
             descriptors, icon, state, source, created_at, updated_at)
         VALUES ($1, $2, '1.0.0', 'tests', 'local', 1, $1, 1, '[]', $3, $4, '', 'ready', 'upload', $5, $5)",
    )
    .binds((&digest, &id, manifest.to_string(), descriptors))
    .bind(Timestamp::now());
    let mut tx = office.app.app.db.write().await.expect("a transaction");
    package.execute(&mut *tx).await.expect("a package");
    let plugin =
        "INSERT INTO plugins (id, publisher, current_digest, pinned, installed, created_at, updated_at)
        VALUES ($1, 'tests', $2, FALSE, TRUE, 1, 1)";
    db::query(plugin).bind(&id).bind(&digest).execute(&mut *tx).await.expect("a plugin");
    tx.commit().await.expect("committed");
    id
}

async fn model_connection(office: &Office) -> String {
    let id = db::new_id();
    let add = "INSERT INTO model_connections (id, name, kind, url, created_at, updated_at) VALUES ($1, $2, 'openai', 'http://127.0.0.1:9/v1', 1, 1)";
    office.change(add, &id, "Spare").await;
    id
}

async fn publisher(office: &Office) -> String {
    let id = db::new_id();
    let add = "INSERT INTO publishers (id, name, level, created_at) VALUES ($1, $2, 'private', 1)";
    office.change(add, &id, "Acme").await;
    id
}

async fn publisher_key(office: &Office, publisher: &str) -> String {
    let id = db::new_id().replace('-', "")[16..].to_owned();
    let add = "INSERT INTO publisher_keys (id, publisher_id, content, created_at) VALUES ($1, $2, '', 1)";
    office.change(add, &id, publisher).await;
    id
}

/// Registers a publisher for a user without one.
async fn own_publisher(office: &Office, owner: &Person) -> String {
    let known = "SELECT publisher_id FROM publisher_members WHERE account_id = $1";
    let mut conn = office.app.app.db.read().acquire().await.expect("a connection");
    let known: Option<String> =
        db::query_scalar(known).bind(&owner.id).fetch_optional(&mut conn).await.expect("read");
    if let Some(known) = known {
        return known;
    }
    let id = publisher(office).await;
    let add = "INSERT INTO publisher_profiles (publisher_id, account_id, contact, country, terms, terms_accepted_at, created_at, updated_at) \
        VALUES ($1, $2, 'a@example.com', 'PL', 1, 1, 1, 1)";
    office.change(add, &id, &owner.id).await;
    let add = "INSERT INTO publisher_members (publisher_id, account_id, role, created_at) VALUES ($1, $2, 'owner', 1)";
    office.change(add, &id, &owner.id).await;
    id
}

async fn submission(office: &Office, publisher: &str) -> String {
    let id = db::new_id();
    let facts = json!({ "plugin": "motto", "version": "1.0.0", "category": "content", "level": "local", "key": null,
        "contract": "0.1.0", "is_template": false, "permissions": [], "hosts": [], "connections": [], "texts": {},
        "examples": [], "files": [] });
    let submission = db::query(
        "INSERT INTO submissions (id, publisher_id, digest, bytes, plugin, version, facts, state, submitted_at, created_at, updated_at)
         VALUES ($1, $2, $3, 1, 'motto', '1.0.0', $4, 'submitted', 1, 1, 1)",
    )
    .binds((&id, publisher, package_of(&id)))
    .bind(facts.to_string());
    let mut tx = office.app.app.db.write().await.expect("a transaction");
    submission.execute(&mut *tx).await.expect("a package");
    let file = db::query("INSERT INTO submission_files (submission_id, content) VALUES ($1, $2)");
    file.bind(&id).bind(id.clone().into_bytes()).execute(&mut *tx).await.expect("its file");
    tx.commit().await.expect("committed");
    id
}

async fn shop(office: &Office, owner: &mut Person) -> String {
    let (id, connection) = (db::new_id(), Box::pin(Thing::Connection.make(office, owner)).await);
    let app = &office.app;
    let shop = "INSERT INTO shops (id, account_id, connection_id, plugin, host, name, url, languages, status, created_at)
        VALUES ($1, $2, $3, 'gone', 'shop.example.com', 'Shop', '', '[\"pl\"]', 'connected', 1)";
    app.change(db::query(shop).bind(&id).bind(&owner.id).bind(&connection)).await;
    let item = "INSERT INTO shop_items (shop_id, kind, item_id, title, folded, url, visible, facts, images, round, first_at, read_at)
        VALUES ($1, 'product', '1', 'Tea', 'tea', '', TRUE, '[]', '[]', 1, 1, 1)";
    app.change(db::query(item).bind(&id)).await;
    let change = "INSERT INTO shop_changes (id, shop_id, kind, item_id, title, language, field, state, old, new, checks, passes, drafted, created_at)
        VALUES ($1, $1, 'product', '1', 'Tea', 'pl', 'html', 'proposed', '', 'Tea', '[]', TRUE, FALSE, 1)";
    app.change(db::query(change).bind(&id)).await;
    id
}

async fn website(office: &Office, owner: &Person) -> i64 {
    let id = rand::random_range(1_000_000..999_999_999_i64);
    let add = db::query(
        "INSERT INTO projects (id, account_id, domain, language_code, location_code, created_at, color)
         VALUES ($1, $2, $3, 'pl', 2616, 1, 'moss')",
    );
    office.app.change(add.binds((id, &owner.id, format!("{id}.example.com")))).await;
    id
}

async fn task(office: &Office, owner: &mut Person) -> String {
    let project = website(office, owner).await;
    owner.client.post("/api/tasks", json!({ "title": "Tea", "project_id": project })).await.id()
}

async fn audit(office: &Office, owner: &Person) -> String {
    let project = website(office, owner).await;
    let (id, number) = (db::new_id(), rand::random_range(1_000_000..999_999_999_i64));
    let add = "INSERT INTO audits (id, number, account_id, project_id, start, settings, cause, state, score, created_at, ended_at)
        VALUES ($1, $2, $3, $4, 'https://example.com/', '{}', 'user', 'done', 10000, 1, 2)";
    office.app.change(db::query(add).binds((&id, number, &owner.id, project))).await;
    let rule = "INSERT INTO audit_rules (audit, number, pack, rule, category, severity, score, state)
        VALUES ($1, 0, 'audit-titles', 'title-missing', 'titles', 0, TRUE, 'checked')";
    office.app.change(db::query(rule).bind(number)).await;
    id
}

async fn webhook(office: &Office, owner: &mut Person) -> String {
    let new = json!({ "url": "https://example.com/", "events": ["task.changed"] });
    let made = owner.client.post("/api/webhooks", new).await;
    let id = made.body["webhook"]["id"].as_str().expect("an id").to_owned();
    office.change("UPDATE webhooks SET url = $2 WHERE id = $1", &id, "https://127.0.0.1:9/").await;
    id
}

async fn session(office: &Office, owner: &Person) -> String {
    let app = &office.app.app;
    let mut tx = app.db.write().await.expect("a transaction");
    let new = NewSession { user_id: &owner.id, ..NewSession::default() };
    let secret = auth::begin_session(app, &mut tx, new).await.expect("a session");
    tx.commit().await.expect("committed");
    auth::hash_of(&secret)[..24].to_owned()
}

async fn notification(office: &Office, owner: &Person) -> String {
    let mut tx = office.app.app.db.write().await.expect("a transaction");
    let params = [("left".to_owned(), 1.into()), ("allowance".to_owned(), 2.into())].into_iter().collect();
    let stored = notifications::store(&mut tx, &owner.id, NotificationKind::WordsLow, &params).await;
    let id = stored.expect("stored");
    tx.commit().await.expect("committed");
    id
}

async fn background_job(office: &Office) -> String {
    let id = db::new_id();
    let insert = "INSERT INTO jobs (id, kind, lane, payload, status, turn, due_at, created_at)
        VALUES ($1, 'test.failed', 'test', 'null', 'failed', 0, 1, 1)";
    office.app.change(db::query(insert).bind(&id)).await;
    id
}

async fn letter(office: &Office, owner: &Person) -> String {
    let mut tx = office.app.app.db.write().await.expect("a transaction");
    let to = db::query_scalar("SELECT email FROM users WHERE id = $1").bind(&owner.id);
    let to: String = to.fetch_one(&mut *tx).await.expect("a user");
    let mail =
        Mail { to: &to, language: Locale::En, template: "password-changed", params: Default::default() };
    mail::send(&office.app.app, &mut tx, mail).await.expect("queued");
    let id = db::query_scalar("SELECT id FROM mails WHERE recipient = $1").bind(&to);
    let id: String = id.fetch_one(&mut *tx).await.expect("it is there");
    tx.commit().await.expect("committed");
    id
}
