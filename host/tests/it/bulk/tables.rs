//! Reading tables, and the errors of invalid ones.

use super::{counts, statuses, topics};
use crate::prelude::*;

/// The inputs of a table's rows, after it was run.
async fn inputs(user: &mut Client, file: impl Into<Vec<u8>>, beside: &[(&str, &str)]) -> Vec<Value> {
    let job = user.send_table(file, beside).await.is(201).id();
    user.turn(&job, "start").await;
    user.job_with(&job, "done").await;
    let mut inputs = Vec::new();
    for row in user.rows(&job).await {
        let run = user.get(&format!("/api/runs/{}", row["run_id"].as_str().expect("a run"))).await;
        inputs.push(run.body["input"].clone());
    }
    inputs
}

#[app_test(TestApp::with_plugins(|_| {}))]
async fn a_table_is_read_as_spreadsheets_write_it(app: TestApp, mut user: user) {
    let cheese = json!({ "topic": "Żółty ser", "do": "ask", "count": 3 });
    let (windows, _, _) = encoding_rs::WINDOWS_1250.encode("Temat;count\r\nŻółty ser;3\r\n");
    let utf16: Vec<u8> =
        "\u{feff}Topic\tcount\nŻółty ser\t3\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (name, file) in [
        ("commas", "topic,count\nŻółty ser,3\n".as_bytes().to_vec()),
        ("semicolons and a mark", "\u{feff}Temat;COUNT\r\nŻółty ser;3\r\n".as_bytes().to_vec()),
        ("tabs", "Topic\tcount\nŻółty ser\t3".as_bytes().to_vec()),
        ("Windows-1250", windows.into_owned()),
        ("Excel's text", utf16),
        (
            "quotes, blanks and empty lines",
            "\n\"Topic\" ; count;;\n\n\" Żółty ser \"; 3 ;;\n;;;\n".as_bytes().to_vec(),
        ),
        ("a named separator", "sep=;\r\nTopic;count\r\nŻółty ser;3\r\n".as_bytes().to_vec()),
        ("a number with a point", "topic,count\nŻółty ser,\"3,0\"\n".as_bytes().to_vec()),
        ("an unknown column", "no,topic,price,count\n1,Żółty ser,9,3\n".as_bytes().to_vec()),
    ] {
        assert_eq!(inputs(&mut user, file, &[]).await, std::slice::from_ref(&cheese), "{name}");
    }
}

#[app_test(TestApp::with_plugins(|_| {}))]
async fn columns_can_be_chosen_and_values_fixed(app: TestApp, mut user: user) {
    let table = "Produkt;count\nKawa;\nHerbata;2\n";
    let beside = [("columns", r#"{"Produkt":"topic"}"#), ("fixed", r#"{"count":4}"#), ("name", "Ceny.csv")];
    assert_eq!(
        inputs(&mut user, table, &beside).await,
        [
            json!({ "topic": "Kawa", "do": "ask", "count": 4 }),
            json!({ "topic": "Herbata", "do": "ask", "count": 2 })
        ]
    );

    user.send_table("topic,count\nKawa,2\n", &[("columns", r#"{"count":null}"#)]).await.has(
        json!({ "columns": [{ "name": "topic", "field": "topic" }, { "name": "count", "field": null }] }),
    );

    for (field, beside) in [
        ("columns", [("columns", r#"{"Price":"topic"}"#)]),
        ("columns", [("columns", r#"{"topic":"price"}"#)]),
        ("columns", [("columns", r#"{"topic":"topic","count":"topic"}"#)]),
        ("fixed", [("fixed", "[1]")]),
        ("fixed.count", [("fixed", r#"{"count":40}"#)]),
        ("fixed.colour", [("fixed", r#"{"colour":"red"}"#)]),
    ] {
        user.send_table("topic,count\nKawa,2\n", &beside).await.wrong(field);
    }
}

#[app_test(TestApp::with_plugins(|_| {}))]
async fn a_form_brings_a_table_too(app: TestApp, mut user: user) {
    user.fetch_csrf_token().await;
    let part = |name: &str, value: &str| {
        format!("--frame\r\nContent-Disposition: form-data; {name}\r\n\r\n{value}\r\n")
    };
    let body = [
        part("name=\"fixed\"", r#"{"count":2}"#),
        part("name=\"file\"; filename=\"ceny.csv\"", "topic\nKawa\n"),
        "--frame--\r\n".to_owned(),
    ];
    let path = format!("/api/tools/{SCRIPTED}/bulk");
    let kind = "multipart/form-data; boundary=frame";
    let answer = user.upload(Method::POST, &path, kind, body.concat()).await.is(201);
    let view = &answer.body;
    assert_eq!(
        (&view["name"], &view["fixed"], &view["status"]),
        (&json!("ceny.csv"), &json!({ "count": 2 }), &json!("ready"))
    );
    assert_eq!(answer.header("location"), format!("/api/bulk/{}", view["id"].as_str().expect("an id")));

    user.upload(Method::POST, &path, "application/json", "{}").await.refused(415, "bulk.not-csv");
    user.call(Method::POST, "/api/tools/nothing/bulk", None).await.is(404);
}

#[app_test(TestApp::with_plugins(|_| {}))]
async fn a_bad_table_is_refused_with_line_and_column(app: TestApp, mut user: user) {
    user.language = Some("en");
    let rows = topics(0..5001);
    for (file, field, said) in [
        (&b""[..], "file", "The file is empty."),
        (b" \r\n\n", "file", "The file is empty."),
        (b";;;\nKawa;2;;\n", "file", "Line 1 should name the columns"),
        (b"topic,count\n", "file", "no row"),
        (b"topic,count\n,\n", "file", "no row"),
        (b"Kawa,2\nHerbata,3\n", "columns", "This tool knows: Topic, do, count."),
        (b"topic,Topic\nKawa,2\n", "file", "(columns 1 and 2)"),
        (b"topic,,count\r\nKawa,,2\r\nHerbata,x,3\r\n", "file", "Line 3, column 2"),
        (
            b"topic,count\nKawa,2\n\"Herbata,3\nMleko,1\n",
            "file",
            "Line 3, column 1: a quotation mark is opened",
        ),
        (b"topic,count\nKawa,\"2\"3\n", "file", "Line 2, column 2: something follows"),
        (b"PK\x03\x04rest", "file", "Excel workbook"),
        (b"topic\n\x00\x01\x02\n", "file", "isn't a table in text form"),
        (&rows, "file", "The table has 5,001 rows; the maximum is 5,000."),
    ] {
        let answer = user.send_table(file, &[]).await;
        let start: String = String::from_utf8_lossy(file).chars().take(40).collect();
        assert_eq!(answer.status, 422, "{start}: {}", answer.body);
        let message = answer.body["errors"][field][0].as_str().unwrap_or_default();
        assert!(message.contains(said), "{start}: {}", answer.body);
    }
    let notes = "long ".repeat(160);
    let rows: String = (0..5000).map(|row| format!("topic {row},{notes}\n")).collect();
    let answer = user.send_table(format!("topic,notes\n{rows}"), &[]).await;
    assert_eq!((answer.status, counts(&answer.body)), (201, json!({ "total": 5000, "waiting": 5000 })));

    let large = topics([&"x".repeat(5 * 1024 * 1024)]);
    user.send_table(large, &[]).await.refused(413, "request.too-large");
}

#[app_test(TestApp::with_plugins(|_| {}))]
async fn a_bad_row_is_reported_at_row_and_column_in_the_readers_language(app: TestApp, mut user: user) {
    user.cookies.insert("locale".to_owned(), "pl".to_owned());
    let table = format!(
        "Temat;Ile;do\nKawa;2;ask\n;3;ask\nHerbata;dwa;ask\n\nMleko;12;sing\n{};1;ask\nSer;1;ask;x\n",
        "x".repeat(201)
    );
    let answer = user.send_table(table, &[("columns", r#"{"Ile":"count"}"#)]).await.is(201);
    assert_eq!(counts(&answer.body), json!({ "total": 6, "waiting": 1, "invalid": 5 }));
    let problems: Vec<(i64, i64, &str, &str)> = answer.body["problems"]
        .as_array()
        .expect("problems")
        .iter()
        .map(|problem| {
            let text = |name: &str| problem[name].as_str().unwrap_or_default();
            let number = |name: &str| problem[name].as_i64().unwrap_or_default();
            (number("row"), number("line"), text("column"), text("message"))
        })
        .collect();
    assert_eq!(
        problems,
        [
            (2, 3, "Temat", "Wypełnij to pole."),
            (3, 4, "Ile", "Wpisz liczbę."),
            (4, 6, "Ile", "Wpisz 9 lub mniej."),
            (
                4,
                6,
                "do",
                "Wybierz jedną z wartości: ask, ask-again, ask-all, ask-greedily, ask-in-turn, need-model, reject, refuse, nonsense, panic."
            ),
            (5, 7, "Temat", "Wpisz najwyżej 200 znaków."),
            (
                6,
                8,
                "",
                "Liczba komórek w tym wierszu: 4, a tabela ma 3 kolumny. Czy separator nie stoi w tekście bez cudzysłowu?"
            ),
        ]
    );

    let job = answer.id();
    user.turn(&job, "start").await.is(200);
    user.job_with(&job, "done").await;
    let rows = user.rows(&job).await;
    assert_eq!(statuses(&rows), ["succeeded", "invalid", "invalid", "invalid", "invalid", "invalid"]);

    let none = user.table("topic;count\nKawa;x\n").await;
    user.turn(&none, "start").await.refused(409, "bulk.no-valid-rows");
}

#[app_test(TestApp::with_plugins(|_| {}))]
async fn the_template_is_a_table_that_can_be_sent(app: TestApp, mut user: user) {
    user.cookies.insert("locale".to_owned(), "pl".to_owned());
    let template = user.get(&format!("/api/tools/{SCRIPTED}/bulk/template.csv")).await;
    assert_eq!(template.text(), "\u{feff}\"Temat\";\"do\";\"count\"\r\n\"tea\";\"\";\"\"\r\n");
    assert_eq!(template.header("content-type"), "text/csv; charset=utf-8");
    let inputs = inputs(&mut user, template.bytes.clone(), &[]).await;
    assert_eq!(inputs, [json!({ "topic": "tea", "do": "ask", "count": 1 })]);
}

/// Windows-1250 and ISO 8859-2 differ in six letters only; in a short table one of them has to suffice.
#[app_test(TestApp::with_plugins(|_| {}))]
async fn q5_both_polish_encodings_are_distinguished(app: TestApp, mut user: user) {
    for text in [
        "są",
        "MĄKA",
        "świeży chleb żytni",
        "źródło",
        "Źródło wody",
        "Jaś Wiśniewski",
        "Śródmieście; 2 ź",
        "Łódź",
    ] {
        for encoding in [encoding_rs::WINDOWS_1250, encoding_rs::ISO_8859_2] {
            let table = format!("topic\n\"{text}\"\n");
            let (file, _, _) = encoding.encode(&table);
            let answer = user.send_table(file.into_owned(), &[]).await.is(201);
            let job = answer.id();
            assert_eq!(user.rows(&job).await[0]["cells"][0], text, "{text} {}", encoding.name());
            assert_eq!(answer.body["encoding"], encoding.name().to_ascii_lowercase(), "{text}");
        }
    }
    // Symbols between words are not letters.
    let (file, _, _) = encoding_rs::WINDOWS_1250.encode("topic\nKoło ± 5 ¦ mąka\n");
    assert_eq!(user.send_table(file.into_owned(), &[]).await.body["encoding"], "windows-1250");
}

/// Two and a half million rows of two hundred columns took twelve gigabytes before they were refused.
#[app_test(TestApp::with_plugins(|_| {}))]
async fn v2_a_table_with_too_many_rows_is_counted_and_not_kept(app: TestApp, mut user: user) {
    let header: Vec<String> = (0..200).map(|number| format!("c{number}")).collect();
    let rows = "a\n".repeat(2_500_000);
    let before = peak_kb();
    let answer = user.send_table(format!("{}\n{rows}", header.join(",")), &[]).await.is(422);
    mentions(&answer.body["errors"]["file"][0], "2,500,000");
    let grown = peak_kb() - before;
    // Other tests of this process use memory at the same time.
    assert!(grown < 3 * 1024 * 1024, "{grown} KB more");
}

/// The peak memory of this process, in KB.
fn peak_kb() -> i64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux says it");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a line");
    line.trim().trim_end_matches(" kB").parse().expect("a number")
}

/// Long names and lists are refused before anything is compared with them.
#[app_test(TestApp::with_plugins(|_| {}))]
async fn v2_long_names_and_lists_are_refused(app: TestApp, mut user: user) {
    let header: Vec<String> = (0..200).map(|number| format!("{number}{}", "Ą".repeat(10_000))).collect();
    let answer = user.send_table(format!("{}\nx\n", header.join(",")), &[]).await.is(422);
    let message = answer.body["errors"]["file"][0].as_str().expect("a message");
    assert!(message.contains("200"), "{message}");
}

#[app_test(TestApp::with_plugins(|_| {}))]
async fn v2_an_unstarted_job_is_deleted_after_a_week(app: TestApp, mut user: user) {
    let old = user.table(topics(["tea"])).await;
    let week = sitewright::platform::clock::Timestamp::now().plus_ms(-8 * 24 * 3600 * 1000);
    app.change(db::query("UPDATE bulk_jobs SET created_at = $1").bind(week)).await;
    let new = user.table(topics(["tea"])).await;
    user.get(&format!("/api/bulk/{old}")).await.is(404);
    assert_eq!(user.job(&new).await["status"], "ready");
}
