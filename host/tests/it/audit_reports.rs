//! What leaves an audit: tables, comparisons, and reports by link and by mail.

use calamine::{Data, Reader as _, Xlsx};
use sitewright::sites::audits;

use crate::prelude::*;
use crate::util::smtp::{SmtpServer, text_of};

/// A title of a crawled page that a spreadsheet and a browser would like to run.
const HOSTILE: &str = "=HYPERLINK(\"x\")<script>alert(1)</script>";

/// An audit that is done, written as rows.
struct Seeded {
    id: String,
    number: i64,
}

impl Seeded {
    /// Checks the rules `title-missing`, which has the number 0, and `gone-rule`.
    async fn new(app: &TestApp, client: &Client, project: i64, score: i64) -> Self {
        let (id, number) =
            (db::new_id(), app.value::<i64>("SELECT COALESCE(MAX(number), 0) + 1 FROM audits").await);
        let account = client.user_id.clone().expect("an id");
        let add = "INSERT INTO audits (id, number, account_id, project_id, start, settings, cause, state, fetched, score, created_at, ended_at)
            VALUES ($1, $2, $3, $4, 'https://example.com/', '{}', 'user', 'done', 3, $5, $2, $2)";
        app.change(db::query(add).binds((&id, number, &account, project, score))).await;
        let rule =
            "INSERT INTO audit_rules (audit, number, pack, rule, category, severity, score, state, errors)
            VALUES ($1, $2, 'audit-titles', $3, 'titles', 0, TRUE, 'checked', 1)";
        for (place, name) in [(0, "title-missing"), (1, "gone-rule")] {
            app.change(db::query(rule).binds((number, place, name))).await;
        }
        Self { id, number }
    }

    async fn page(&self, app: &TestApp, number: i64, url: &str, title: &str) {
        let add =
            "INSERT INTO audit_pages (audit, number, url, role, found, depth, batch, status, flags, title)
            VALUES ($1, $2, $3, 0, 0, 1, 0, 200, 33, $4)";
        app.change(db::query(add).binds((self.number, number, url, title))).await;
    }

    async fn finding(&self, app: &TestApp, rule: i64, page: i64) {
        let add =
            "INSERT INTO audit_findings (audit, rule, page, severity, data) VALUES ($1, $2, $3, 0, '{}')";
        app.change(db::query(add).binds((self.number, rule, page))).await;
    }

    fn path(&self, rest: &str) -> String {
        format!("/api/audits/{}/{rest}", self.id)
    }
}

/// An audit with three pages, one of them hostile, and a finding on each.
async fn audit(app: &TestApp, client: &Client, project: i64) -> Seeded {
    let audit = Seeded::new(app, client, project, 5_000).await;
    for (number, path, title) in [(0, "", HOSTILE), (1, "one", "One"), (2, "two", "Two")] {
        audit.page(app, number, &format!("https://example.com/{path}"), title).await;
        audit.finding(app, 0, number).await;
    }
    audit
}

/// The rows of the only sheet of a workbook.
fn rows(bytes: Vec<u8>) -> Vec<Vec<Data>> {
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).expect("a workbook");
    let sheet = book.worksheet_range_at(0).expect("a sheet").expect("readable");
    let formulas = book.worksheet_formula("Sheet1").expect("a sheet");
    assert!(formulas.is_empty(), "no cell is a formula");
    sheet.rows().map(<[Data]>::to_vec).collect()
}

#[app_test]
async fn tables_have_what_the_list_shows_and_run_nothing(app: TestApp, mut client: user) {
    let project = client.project("example.com").await;
    let audit = audit(&app, &client, project).await;
    let csv = client.get(&audit.path("findings/export/csv")).await.is(200);
    assert_eq!(csv.header("content-type"), "text/csv; charset=utf-8");
    let lines: Vec<&str> = csv.text().lines().collect();
    assert_eq!(lines.len(), 4, "{lines:?}");
    contains_all(lines[0], &["\"Severity\",\"Issue\",\"Address\""]);
    contains_all(lines[1], &["\"Error\"", "\"https://example.com/\"", "\"'=HYPERLINK(\"\"x\"\")<script>"]);
    let csv = client.get(&audit.path("findings/export/csv?rule=title-missing&q=two")).await.is(200);
    assert_eq!(csv.text().lines().count(), 2);

    client.cookies.insert("locale".into(), "pl".into());
    let table = rows(client.get(&audit.path("findings/export/xlsx")).await.is(200).bytes);
    assert_eq!(table.len(), 4);
    assert_eq!(table[0][0], Data::String("Waga".into()));
    assert_eq!(table[1][3], Data::String(HOSTILE.into()));
    let table = rows(client.get(&audit.path("pages/export/xlsx?q=two")).await.is(200).bytes);
    assert_eq!(table.len(), 2);
    assert_eq!(
        (&table[1][0], &table[1][2]),
        (&Data::String("https://example.com/two".into()), &Data::Float(200.0))
    );
    let csv = client.get(&audit.path("pages/export/csv")).await.is(200);
    assert_eq!(csv.text().lines().count(), 4);
    client.get(&audit.path("pages/export/pdf")).await.refused(404, "not-found");

    let mut other = app.user().await;
    for path in ["findings/export/csv", "pages/export/xlsx", "report"] {
        other.get(&audit.path(path)).await.refused(404, "not-found");
    }
}

#[app_test]
async fn a_table_goes_on_after_the_rows_that_are_read_at_a_time(app: TestApp, mut client: user) {
    let project = client.project("example.com").await;
    let audit = Seeded::new(&app, &client, project, 5_000).await;
    for (table, columns) in [
        (
            "audit_pages (audit, number, url, role, found, depth, batch)",
            "$1, n, 'https://example.com/' || n, 0, 0, 1, 0",
        ),
        ("audit_findings (audit, rule, page, severity, data)", "$1, 0, n, 0, '{}'"),
    ] {
        let sql = format!(
            "INSERT INTO {table} WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < 4999)
             SELECT {columns} FROM numbers"
        );
        app.change(db::query(sqlx::AssertSqlSafe(sql)).bind(audit.number)).await;
    }
    assert_eq!(rows(client.get(&audit.path("findings/export/xlsx")).await.is(200).bytes).len(), 5_001);
    let csv = client.get(&audit.path("pages/export/csv")).await.is(200);
    assert_eq!(csv.text().lines().count(), 5_001);
}

#[app_test]
async fn any_two_audits_are_compared(app: TestApp, mut client: user) {
    let project = client.project("example.com").await;
    let oldest = Seeded::new(&app, &client, project, 4_000).await;
    oldest.page(&app, 9, "https://example.com/back", "").await;
    oldest.finding(&app, 0, 9).await;
    let before = Seeded::new(&app, &client, project, 5_000).await;
    for (number, path) in [(0, "same"), (1, "fixed"), (2, "left-out")] {
        before.page(&app, number, &format!("https://example.com/{path}"), "").await;
        before.finding(&app, 0, number).await;
    }
    before.finding(&app, 1, -1).await;
    let after = Seeded::new(&app, &client, project, 6_000).await;
    app.change(
        db::query("UPDATE audit_rules SET state = 'off' WHERE audit = $1 AND number = 1").bind(after.number),
    )
    .await;
    for (number, path) in [(5, "same"), (6, "fixed"), (7, "new"), (8, "back")] {
        after.page(&app, number, &format!("https://example.com/{path}"), "").await;
    }
    for page in [5, 7, 8] {
        after.finding(&app, 0, page).await;
    }

    let path = after.path(&format!("compare/{}", before.id));
    let view = client.get(&path).await.is(200).body;
    has(
        &view,
        json!({ "/after/score": 60.0, "/before/score": 50.0,
            "total": { "fresh": 1, "returned": 1, "same": 1, "fixed": 1, "unchecked": 2 } }),
    );
    has(
        &view["rules"][0],
        json!({ "rule": "title-missing", "fresh": 1, "returned": 1, "same": 1, "fixed": 1, "unchecked": 1 }),
    );
    has(&view["rules"][1], json!({ "rule": "gone-rule", "unchecked": 1, "fresh": 0 }));

    for (change, url) in [("new", "new"), ("back", "back"), ("same", "same"), ("fixed", "fixed")] {
        let list = client.get(&format!("{path}/findings?change={change}")).await.is(200).body;
        let url = format!("https://example.com/{url}");
        has(&list, json!({ "total": 1, "/data/0/url": url, "/data/0/change": change }));
    }
    let list = client.get(&format!("{path}/findings?change=unchecked&rule=gone-rule")).await.is(200).body;
    has(&list, json!({ "total": 1, "/data/0/url": null, "/data/0/page": null }));
    let pages = client.get(&format!("{path}/pages?per_page=2")).await.is(200).body;
    has(&pages, json!({ "total": 6 }));
    assert_eq!(pages["data"].as_array().map(Vec::len), Some(2));
    let page = client.get(&format!("{path}/pages?q=left-out")).await.is(200).body;
    has(&page, json!({ "total": 1, "/data/0/unchecked": 1, "/data/0/fixed": 0 }));

    let turned = before.path(&format!("compare/{}", after.id));
    assert_eq!(client.get(&turned).await.is(422).fields(), ["before"]);
    let elsewhere = client.project("example.org").await;
    let other = Seeded::new(&app, &client, elsewhere, 1).await;
    client.get(&other.path(&format!("compare/{}", before.id))).await.refused(404, "not-found");
    app.user().await.get(&path).await.refused(404, "not-found");
}

#[app_test]
async fn a_report_is_shown_by_its_link_until_it_is_withdrawn(app: TestApp, mut client: user) {
    let project = client.project("example.com").await;
    let audit = audit(&app, &client, project).await;
    client.put_with("/api/audit-brand", json!({ "name": "Agency <b>Tea</b>" })).await.is(200);
    let new = json!({ "language": "pl", "expires_in_days": 30 });
    let made = client.post(&audit.path("reports"), new).await.is(201).body;
    let link = made["link"].as_str().expect("a link");
    let path = link.split_once("/api/").map(|(_, rest)| format!("/api/{rest}")).expect("a path");
    let stored = app.value::<String>("SELECT token_hash FROM audit_reports").await;
    assert!(!path.contains(&stored), "the token is stored as a hash");

    let mut reader = app.visitor();
    let page = reader.get(&path).await.is(200);
    assert_eq!(page.header("x-robots-tag"), "noindex, nofollow");
    assert_eq!(page.header("referrer-policy"), "no-referrer");
    assert!(page.header("content-security-policy").contains("default-src 'none'"));
    assert!(!page.headers.contains_key("set-cookie"));
    let html = page.text().to_owned();
    contains_all(
        &html,
        &["lang=\"pl\"", "Audyt SEO", "Agency &lt;b&gt;Tea", "example.com", "&lt;script&gt;alert"],
    );
    assert!(!html.contains("<script") && !html.contains("<b>Tea"), "{html}");

    // What changes later is not shown.
    app.change(db::query("UPDATE audit_pages SET title = 'Changed' WHERE audit = $1").bind(audit.number))
        .await;
    assert_eq!(reader.get(&path).await.is(200).text(), html);
    let preview = client.get(&audit.path("report?language=en")).await.is(200);
    contains_all(preview.text(), &["lang=\"en\"", "SEO audit", "Changed"]);

    let links = client.get(&format!("/api/projects/{project}/audit-reports")).await.is(200).body;
    has(
        &links,
        json!({ "total": 1, "/data/0/score": 50.0, "/data/0/language": "pl", "/data/0/mailed": false }),
    );
    let id = made["report"]["id"].as_str().expect("an id");
    app.user().await.delete(&format!("/api/audit-reports/{id}")).await.refused(404, "not-found");
    client.delete(&format!("/api/audit-reports/{id}")).await.is(204);
    let gone = reader.get(&path).await.is(404);
    assert!(!gone.text().contains("Agency"));
    reader.get("/api/shared-audits/unknown").await.is(404);
}

#[app_test]
async fn a_link_expires(app: TestApp, mut client: user) {
    let project = client.project("example.com").await;
    let audit = audit(&app, &client, project).await;
    let made = client.post(&audit.path("reports"), json!({ "language": "en" })).await.is(201).body;
    assert_eq!(made["report"]["expires_at"], Value::Null);
    let path = made["link"]
        .as_str()
        .and_then(|link| link.split_once("/api/"))
        .map(|(_, rest)| format!("/api/{rest}"));
    let path = path.expect("a path");
    app.visitor().get(&path).await.is(200);
    app.change(db::query("UPDATE audit_reports SET expires_at = $1").bind(Timestamp::now())).await;
    app.visitor().get(&path).await.is(404);
    audits::mail_due(&app.app, Timestamp::now()).await.expect("done");
    assert_eq!(app.value::<i64>("SELECT count(*) FROM audit_reports").await, 0);
}

/// The address in a text that contains this.
fn address(text: &str, part: &str) -> String {
    let word = text.split_whitespace().find(|word| word.contains(part)).expect("an address");
    format!("/api/{}", word.split_once("/api/").expect("an address of the API").1)
}

#[tokio::test]
async fn reports_are_mailed_to_those_who_want_them_in_their_language() {
    let smtp = SmtpServer::start().await;
    let app = TestApp::with(|config| config.smtp_url = Some(smtp.url.clone())).await;
    let mut client = app.user().await;
    let project = client.project("example.com").await;
    let recipients = format!("/api/projects/{project}/audit-recipients");
    let ewa = json!({ "email": "Ewa@example.org", "language": "pl" });
    let asked = client.post(&recipients, ewa.clone()).await.is(201).body;
    has(&asked, json!({ "state": "asked", "email": "ewa@example.org" }));
    client.post(&recipients, ewa.clone()).await.refused(409, "audits.recipient-known");
    let own = client.get("/api/user").await.body["email"].as_str().expect("an address").to_owned();
    let own = client.post(&recipients, json!({ "email": own, "language": "en" })).await.is(201).body;
    has(&own, json!({ "state": "confirmed" }));
    client.delete(&format!("/api/audit-recipients/{}", own["id"].as_str().expect("an id"))).await.is(204);

    let mailing = format!("/api/projects/{project}/audit-mailing");
    client.put_with(&mailing, json!({ "cadence": "weekly" })).await.is(200);
    let audit = audit(&app, &client, project).await;
    let in_a_week = Timestamp::now().plus_ms(8 * 24 * 60 * 60 * 1000);

    // Opening the link changes nothing; the button does.
    let mails = smtp.wait(1).await;
    assert!(mails[0].contains("To: ewa@example.org"), "{}", mails[0]);
    let confirm = address(&text_of(&mails[0]), "/confirm/");
    let mut reader = app.visitor();
    reader.get(&confirm).await.is(200);
    let state = async || app.value::<String>("SELECT state FROM audit_recipients").await;
    assert_eq!(state().await, "asked");
    reader.post(&confirm, json!({})).await.is(200);
    assert_eq!(state().await, "confirmed");
    reader.post(&confirm, json!({})).await.is(404);

    audits::mail_due(&app.app, Timestamp::now()).await.expect("nothing is due");
    audits::mail_due(&app.app, in_a_week).await.expect("queued");
    let mails = smtp.wait(2).await;
    let text = text_of(&mails[1]);
    contains_all(&text, &["Dzień dobry", "example.com", "50"]);
    let report = address(&text, "/shared-audits/");
    contains_all(reader.get(&report).await.is(200).text(), &["lang=\"pl\"", "Audyt SEO"]);
    let mailed = async || app.value::<i64>("SELECT mailed FROM audit_mailings").await == audit.number;
    becomes("the audit is noted as mailed", mailed).await;

    // The same audit is not mailed twice.
    audits::mail_due(&app.app, in_a_week.plus_ms(8 * 24 * 60 * 60 * 1000)).await.expect("nothing new");
    let jobs = app.value::<i64>("SELECT count(*) FROM jobs WHERE kind = 'audits.mail-report'").await;
    assert_eq!(jobs, 0);

    // Without HTTPS, mail programs only open the page.
    assert!(in_one_line(&mails[1]).contains("List-Unsubscribe: <http://"), "{}", mails[1]);
    assert!(!mails[1].contains("List-Unsubscribe-Post"), "{}", mails[1]);
    assert!(!mails[0].contains("List-Unsubscribe"), "the question whether to confirm is one mail");

    let leave = address(&text, "/leave/");
    reader.get(&leave).await.is(200);
    reader.post(&leave, json!({})).await.is(200);
    assert_eq!(state().await, "left");
    client.post(&recipients, ewa).await.refused(409, "audits.recipient-left");
    let id = asked["id"].as_str().expect("an id");
    client.delete(&format!("/api/audit-recipients/{id}")).await.refused(409, "audits.recipient-left");
    app.visitor().get("/api/incoming/audit-mail/leave/forged").await.is(404);
    app.stop().await;
}

/// A mail without the breaks that fold its headers.
fn in_one_line(mail: &str) -> String {
    mail.replace("\n ", " ")
}

#[tokio::test]
async fn a_mail_program_unsubscribes_its_reader_who_is_not_asked_again() {
    let smtp = SmtpServer::start().await;
    let app = TestApp::with(|config| {
        config.smtp_url = Some(smtp.url.clone());
        config.public_url = Some("https://sitewright.example".into());
    })
    .await;
    let mut client = app.user().await;
    let own = client.get("/api/user").await.string("email");
    let project = client.project("example.com").await;
    audit(&app, &client, project).await;
    let recipients = |project: i64| format!("/api/projects/{project}/audit-recipients");
    let (owner, other) =
        (json!({ "email": own, "language": "en" }), json!({ "email": "ewa@example.org", "language": "pl" }));
    client.post(&recipients(project), owner.clone()).await.is(201);
    client.post(&recipients(project), other.clone()).await.is(201);
    app.visitor().post(&address(&text_of(&smtp.wait(1).await[0]), "/confirm/"), json!({})).await.is(200);
    let mailing = format!("/api/projects/{project}/audit-mailing");
    client.put_with(&mailing, json!({ "cadence": "weekly" })).await.is(200);
    let in_a_week = Timestamp::now().plus_ms(8 * 24 * 60 * 60 * 1000);
    audits::mail_due(&app.app, in_a_week).await.expect("queued");

    // The program sends what RFC 8058 says: neither cookies, nor a token, nor JSON.
    for mail in &smtp.wait(3).await[1..] {
        let mail = in_one_line(mail);
        assert!(mail.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click\n"), "{mail}");
        let link = mail.split("List-Unsubscribe: <https://sitewright.example").nth(1).expect("a link");
        let path = link.split('>').next().expect("an address");
        let program = reqwest::Client::new().post(format!("http://{}{path}", app.address));
        let program = program.header("content-type", "application/x-www-form-urlencoded");
        let answer = program.body("List-Unsubscribe=One-Click").send().await.expect("an answer");
        assert_eq!(answer.status(), 200);
    }
    let left = "SELECT count(*) FROM audit_recipients WHERE state = 'left'";
    assert_eq!(app.value::<i64>(left).await, 2);

    // Neither here nor in a new project of the same site; but the account may want its own reports again.
    client.post(&recipients(project), other.clone()).await.refused(409, "audits.recipient-left");
    has(&client.post(&recipients(project), owner).await.is(201).body, json!({ "state": "confirmed" }));
    client.post("/api/project/deleteProject", json!({ "projectID": project })).await.is(200);
    let anew = client.project("example.com").await;
    client.post(&recipients(anew), other).await.refused(409, "audits.recipient-left");
    app.stop().await;
}

#[app_test]
async fn a_logo_is_part_of_the_report(app: TestApp, mut client: user) {
    let project = client.project("example.com").await;
    let audit = audit(&app, &client, project).await;
    let wrong = client.upload(Method::PUT, "/api/audit-brand/logo", "image/png", b"text".to_vec()).await;
    assert_eq!(wrong.is(422).fields(), ["logo"]);
    let mut png = Cursor::new(Vec::new());
    image::RgbaImage::new(4, 2).write_to(&mut png, image::ImageFormat::Png).expect("a picture");
    let png = png.into_inner();
    let brand = client.upload(Method::PUT, "/api/audit-brand/logo", "image/png", png).await.is(200).body;
    assert!(brand["logo"].as_str().is_some_and(|logo| logo.starts_with("data:image/")), "{brand}");
    contains_all(client.get(&audit.path("report")).await.is(200).text(), &["<img src=\"data:image"]);
    client.delete("/api/audit-brand/logo").await.is(200);
    assert!(!client.get(&audit.path("report")).await.is(200).text().contains("<img"));
}
