//! Recorded answers of a shop, with its strings for numbers and its lists for empty maps.

mod application;
mod messages;

use sitewright_sdk::Language;
use sitewright_sdk::shop::{Change, Edit, Failure, Fault, Item, Recorded, Shop as _, report};

use crate::Shoper;

const ROOT: &str = "https://shop.example/webapi/rest/";

/// Tokens as the host shows them.
const TOKENS: &str = r#"{"access_token":"[secret]","refresh_token":"[secret]","expires_in":7776000}"#;
const CONFIG: &str = r#"{"default_language_name":"pl_PL","default_language_id":1,"default_currency_id":1,
    "default_currency_name":"PLN","shop_name":"Sklep Próbny","shop_url":"sklep.example.pl"}"#;
const LANGUAGES: &str = r#"{"count":"3","pages":1,"page":1,"list":[
    {"lang_id":"2","locale":"en_GB","active":"1"},{"lang_id":"1","locale":"pl_PL","active":"1"},
    {"lang_id":"3","locale":"de_DE","active":"0"}]}"#;

const PRODUCT: &str = r#"{"product_id":"12","category_id":7,"producer_id":"3","currency_id":"1","code":"WL-12","ean":"",
    "attributes":{"1":{"5":"450 W","6":"1"}},
    "stock":{"stock_id":"30","price":"129.00","ean":"5901234123457","active":"1","code":"WL-12"},
    "translations":{"pl_PL":{"translation_id":"120","lang_id":"1","active":"1","isdefault":"0","name":"Wiertarka",
        "short_description":"<p>Kr\u00f3tko.<\/p>","description":"<p>Opis \"450 W\".<\/p>","seo_title":"Wiertarka WL",
        "seo_description":null,"seo_keywords":"","seo_url":"wiertarka",
        "permalink":"https:\/\/sklep.example.pl\/pl\/p\/wiertarka\/12"},
     "en_GB":{"lang_id":"2","active":"1","name":"Drill","permalink":"https://sklep.example.pl/en_GB/p/drill/12"}}}"#;

/// The body of a bulk with these codes and bodies.
fn bulk(answers: &[(u16, &str)]) -> String {
    let items: Vec<String> = answers
        .iter()
        .enumerate()
        .map(|(id, (code, body))| format!(r#"{{"id":"{id}","code":{code},"body":{body}}}"#))
        .collect();
    format!(r#"{{"errors":false,"items":[{}]}}"#, items.join(","))
}

fn page(list: &[&str], count: usize, pages: usize) -> String {
    format!(r#"{{"count":"{count}","pages":{pages},"page":1,"list":[{}]}}"#, list.join(","))
}

fn connected() -> Recorded {
    Recorded::new("shoper", &["token"])
}

/// A client that has read the settings and the lookups already.
fn prepared() -> Recorded {
    let client = connected();
    client.store.borrow_mut().extend([
        (
            "settings:shop.example".to_owned(),
            br#"{"currency":"PLN","currency_id":"1","languages":{"1":"pl_PL","2":"en_GB"}}"#.to_vec(),
        ),
        ("lookups:shop.example".to_owned(), b"{}".to_vec()),
    ]);
    client
}

fn on_bulk(client: Recorded, answers: &[(u16, &str)]) -> Recorded {
    client.answer(&format!("POST {ROOT}bulk"), 200, &bulk(answers))
}

fn value<'i>(item: &'i Item, language: &str, field: &str) -> Option<&'i str> {
    let found = item.texts.iter().find(|text| text.language == language && text.field == field);
    found.map(|text| text.value.as_str())
}

fn fact<'i>(item: &'i Item, name: &str, language: Option<&str>) -> Option<&'i str> {
    let found = item.facts.iter().find(|fact| fact.name == name && fact.language.as_deref() == language);
    found.map(|fact| fact.value.as_str())
}

fn change(id: &str, edits: &[(&str, &str, &str)]) -> Change {
    let edit = |(language, field, after): &(&str, &str, &str)| Edit {
        language: (*language).to_owned(),
        field: (*field).to_owned(),
        before: String::new(),
        after: (*after).to_owned(),
    };
    Change { id: id.to_owned(), edits: edits.iter().map(edit).collect() }
}

#[test]
fn a_check_reports_the_shop() {
    let none = page(&[], 0, 0);
    let counts = [("12", 1), ("7", 1), ("3", 1), ("0", 0)]
        .map(|(count, _)| format!(r#"{{"count":"{count}","list":[]}}"#));
    let mut answers = vec![(200, CONFIG), (200, LANGUAGES)];
    answers.extend(counts.iter().map(|count| (200, count.as_str())));
    answers.extend([(200, none.as_str()); 3]);
    let client = on_bulk(connected(), &answers);
    let about = Shoper::check(&client).expect("a shop");
    assert_eq!((about.name.as_str(), about.url.as_str()), ("Sklep Próbny", "https://sklep.example.pl"));
    assert_eq!(about.languages, ["pl", "en-GB"]);
    let counts: Vec<(&str, u32)> = about.counts.iter().map(|(kind, count)| (kind.as_str(), *count)).collect();
    assert_eq!(counts, [("product", 12), ("category", 7), ("producer", 3), ("article", 0)]);
    assert!(client.sent(0).contains(r#""path":"/webapi/rest/products","params":{"limit":"1"}"#));
    let client = on_bulk(connected().speaking(Language::Pl), &answers);
    let report = report::<Shoper>(&client).expect("a report");
    assert!(report.text.contains("- Produkty: 12"), "{}", report.text);
    assert!(report.data.contains(r#""counts":{"product":12"#), "{}", report.data);
}

#[test]
fn a_check_names_all_missing_rights() {
    let refusal = r#"{"error":"insufficient_scope"}"#;
    let none = page(&[], 0, 0);
    let mut answers = vec![(200, CONFIG), (200, LANGUAGES), (403, refusal)];
    answers.extend([(200, none.as_str()); 5]);
    answers.push((403, refusal));
    let client = on_bulk(connected(), &answers);
    let fault = Shoper::check(&client).expect_err("rights are missing");
    let Fault::Denied(why) = fault else { panic!("{fault:?}") };
    assert!(why.contains("products_read, redirects_read"), "{why}");
}

#[test]
fn without_a_connection_the_tool_refuses() {
    let client = Recorded::unconnected();
    assert!(matches!(Shoper::check(&client), Err(Fault::NotConnected)));
    assert!(matches!(report::<Shoper>(&client), Err(Failure::Refused(_))));
}

#[test]
fn a_list_has_texts_in_all_languages_facts_and_images() {
    let producers = page(&[r#"{"producer_id":"3","name":"Wolmar","translations":[]}"#], 1, 1);
    let attributes = page(
        &[
            r#"{"attribute_id":"5","name":"Moc","type":"0"}"#,
            r#"{"attribute_id":"6","name":"Vege","type":"1"}"#,
        ],
        2,
        1,
    );
    let categories = page(
        &[
            r#"{"category_id":"2","translations":{"pl_PL":{"name":"Dom"},"en_GB":{"name":"Home"}}}"#,
            r#"{"category_id":7,"translations":{"pl_PL":{"name":"Narzędzia"}}}"#,
        ],
        2,
        1,
    );
    let image = r#"{"gfx_id":"9","product_id":"12","unic_name":"abc","extension":"jpg","translations":{"pl_PL":{"name":"Wiertarka z boku"}}}"#;
    let client = on_bulk(connected(), &[(200, CONFIG), (200, LANGUAGES)])
        .answer(&format!("GET {ROOT}producers?limit=50&page=1"), 200, &producers)
        .answer(&format!("GET {ROOT}attributes"), 200, &attributes)
        .answer(&format!("GET {ROOT}categories?"), 200, &categories)
        .answer(
            &format!("GET {ROOT}categories-tree"),
            200,
            r#"[{"id":"2","children":[{"id":"7","children":[]}]}]"#,
        )
        .answer(
            &format!("GET {ROOT}products?limit=50&page=1&order=product_id%20ASC"),
            200,
            &page(&[PRODUCT], 60, 2),
        )
        .answer(
            &format!("GET {ROOT}product-images?limit=50&page=1&filters=%7B%22product_id%22"),
            200,
            &page(&[image], 1, 1),
        );
    let found = Shoper::list(&client, "product", None, 50).expect("a page");
    client.finish();
    assert_eq!((found.next.as_deref(), found.total), (Some("2/50"), Some(60)));
    let item = &found.items[0];
    assert_eq!((item.id.as_str(), item.visible), ("12", true));
    assert_eq!(item.url, "https://sklep.example.pl/pl/p/wiertarka/12");
    assert_eq!(value(item, "pl", "html"), Some("<p>Opis \"450 W\".</p>"));
    assert_eq!(
        (value(item, "pl", "seo-description"), value(item, "en-GB", "title")),
        (Some(""), Some("Drill"))
    );
    assert_eq!((value(item, "en-GB", "html"), value(item, "de", "title")), (Some(""), None));
    assert_eq!(
        (value(item, "pl", "alt:9"), value(item, "en-GB", "alt:9")),
        (Some("Wiertarka z boku"), Some(""))
    );
    assert_eq!(item.images[0].url, "https://shop.example/userdata/public/gfx/abc.jpg");
    let facts = ["sku", "ean", "price", "brand", "Moc", "Vege"].map(|name| fact(item, name, None));
    assert_eq!(
        facts,
        [Some("WL-12"), Some("5901234123457"), Some("129.00 PLN"), Some("Wolmar"), Some("450 W"), None]
    );
    assert_eq!(fact(item, "category", Some("pl")), Some("Dom > Narzędzia"));
    assert_eq!(fact(item, "category", Some("en-GB")), None);
}

#[test]
fn a_later_page_uses_the_stored_lookups() {
    let client = prepared().answer(&format!("GET {ROOT}products?limit=50&page=2"), 200, &page(&[], 60, 2));
    let found = Shoper::list(&client, "product", Some("2/50"), 50).expect("a page");
    assert_eq!((found.items.len(), found.next), (0, None));
    client.finish();
}

#[test]
fn a_page_that_is_too_large_becomes_smaller() {
    let client = prepared()
        .fail(&format!("GET {ROOT}categories?limit=50&page=3"), Failure::Unavailable("too large".to_owned()))
        .answer(&format!("GET {ROOT}categories?limit=10&page=11"), 200, &page(&[], 300, 30));
    let found = Shoper::list(&client, "category", Some("3/50"), 50).expect("a page");
    assert_eq!(found.next.as_deref(), Some("12/10"));
}

#[test]
fn items_that_are_gone_are_left_out() {
    let client = prepared().answer(&format!("GET {ROOT}products"), 200, &page(&[PRODUCT], 1, 1)).answer(
        &format!("GET {ROOT}product-images"),
        200,
        &page(&[], 0, 0),
    );
    let ids = ["12", "13", "../orders"].map(str::to_owned);
    let items = Shoper::read(&client, "product", &ids).expect("items");
    assert_eq!(items.len(), 1);
    assert!(!client.sent(0).contains("orders"));
}

#[test]
fn a_batch_that_is_too_large_is_read_in_halves() {
    let (list, category) = (format!("GET {ROOT}categories"), r#"{"category_id":"1","translations":[]}"#);
    let client = prepared()
        .fail(&list, Failure::Unavailable("too large".to_owned()))
        .answer(&list, 200, &page(&[category], 1, 1))
        .answer(&list, 200, &page(&[category], 1, 1));
    let items = Shoper::read(&client, "category", &["1".to_owned(), "2".to_owned()]).expect("items");
    assert_eq!((items.len(), items[0].texts.len()), (2, 12));
    client.finish();
}

#[test]
fn an_article_has_the_language_of_its_id() {
    let article = r#"{"news_id":"4","lang_id":"2","name":"How to","short_content":"","content":"<p>x</p>","active":"0","seo_url":"how-to"}"#;
    let client = prepared().answer(&format!("GET {ROOT}news"), 200, &page(&[article], 1, 1));
    let items = Shoper::read(&client, "article", &["4".to_owned()]).expect("items");
    assert_eq!((value(&items[0], "en-GB", "title"), value(&items[0], "pl", "title")), (Some("How to"), None));
    assert!(!items[0].visible);
}

#[test]
fn a_write_has_the_changed_fields_alone_and_a_result_for_each_item() {
    let refusal =
        r#"{"error":"invalid_request","error_description":"'seo_description': Wartość jest za długa"}"#;
    let locked = r#"{"error":"object_readonly"}"#;
    let client = on_bulk(prepared(), &[(200, "1"), (400, refusal), (404, "{}"), (400, locked)]);
    let changes = [
        change(
            "12",
            &[("pl", "html", "<p>{secret:token}</p>"), ("pl", "title", "Ą"), ("en-GB", "title", "A")],
        ),
        change("13", &[("pl", "seo-description", "x")]),
        change("14", &[("pl", "title", "x")]),
        change("15", &[("pl", "title", "x")]),
        change("16", &[("pl", "price", "x")]),
    ];
    let results = Shoper::write(&client, "product", &changes);
    assert_eq!(results[0], Ok(()));
    assert!(matches!(&results[1], Err(Fault::Invalid(errors)) if errors[0].pointer == "/seo-description"));
    assert_eq!(results[2], Err(Fault::NotFound));
    assert!(matches!(&results[3], Err(Fault::Invalid(errors)) if errors[0].message.contains("locked")));
    assert!(matches!(&results[4], Err(Fault::Invalid(errors)) if errors[0].pointer == "/price"));
    assert!(client.sent(0).contains(
        r#""path":"/webapi/rest/products/12","body":{"translations":{"pl_PL":{"description":"<p>\u007bsecret:token}</p>","name":"Ą"},"en_GB":{"name":"A"}}}"#
    ), "{}", client.sent(0));
    client.finish();
}

#[test]
fn alternative_texts_are_written_to_the_images() {
    let client = on_bulk(on_bulk(prepared(), &[(200, "1")]), &[(200, "1"), (200, "1")]);
    let edits = [("pl", "title", "x"), ("pl", "alt:9", "a"), ("en-GB", "alt:9", "b"), ("pl", "alt:10", "c")];
    let results = Shoper::write(&client, "product", &[change("12", &edits)]);
    assert_eq!(results, [Ok(())]);
    assert!(client.sent(1).contains(
        r#""path":"/webapi/rest/product-images/9","body":{"translations":{"pl_PL":{"name":"a"},"en_GB":{"name":"b"}}}"#
    ));
}

/// The answers when the slug of the product 12 changes from `wiertarka` to `nowa`.
fn moving(written: (u16, &str)) -> Recorded {
    let client = on_bulk(prepared(), &[(200, PRODUCT)]);
    let client = client.answer(&format!("GET {ROOT}redirects?"), 200, &page(&[], 0, 0));
    let client = on_bulk(client, &[(200, "1")]);
    on_bulk(client, &[written])
}

#[test]
fn a_changed_slug_keeps_the_old_address_alive_at_every_moment() {
    let moved = PRODUCT.replace(r"\/pl\/p\/wiertarka\/12", r"\/pl\/p\/nowa\/12");
    let former = r#"{"redirect_id":"8","route":"/pl/p/nowa/12","type":"1","object_id":"12","lang_id":"1"}"#;
    let client = on_bulk(moving((200, "1")), &[(200, &moved)]);
    let client = client.answer(&format!("GET {ROOT}redirects?"), 200, &page(&[former], 1, 1));
    let client = on_bulk(client, &[(200, "1")]);
    let results = Shoper::write(&client, "product", &[change("12", &[("pl", "slug", "nowa")])]);
    assert_eq!(results, [Ok(())]);
    client.finish();
    let has = |place: usize, part: &str| assert!(client.sent(place).contains(part), "{}", client.sent(place));
    has(
        2,
        r#""method":"POST","path":"/webapi/rest/redirects","body":{"route":"/pl/p/wiertarka/12","type":1,"object_id":"12","lang_id":"1"}"#,
    );
    has(
        3,
        r#""method":"PUT","path":"/webapi/rest/products/12","body":{"translations":{"pl_PL":{"seo_url":"nowa"}}}"#,
    );
    has(6, r#""method":"DELETE","path":"/webapi/rest/redirects/8""#);
}

#[test]
fn a_refused_slug_leaves_no_redirect() {
    let refusal =
        r#"{"error":"invalid_request","error_description":"'seo_url': Wartość 'nowa' już istnieje"}"#;
    let client = on_bulk(moving((400, refusal)), &[(200, "1")]);
    let results = Shoper::write(&client, "product", &[change("12", &[("pl", "slug", "nowa")])]);
    assert!(
        matches!(&results[0], Err(Fault::Invalid(errors)) if errors[0].pointer == "/slug"),
        "{results:?}"
    );
    client.finish();
    assert!(client.sent(4).contains(r#""method":"DELETE","path":"/webapi/rest/redirects/1""#));
}

#[test]
fn without_its_redirect_a_slug_is_not_written() {
    let client = on_bulk(prepared(), &[(200, PRODUCT)]);
    let client = client.answer(&format!("GET {ROOT}redirects?"), 200, &page(&[], 0, 0));
    let client = on_bulk(client, &[(403, r#"{"error":"insufficient_scope"}"#)]);
    let results = Shoper::write(&client, "product", &[change("12", &[("pl", "slug", "nowa")])]);
    assert!(
        matches!(&results[0], Err(Fault::Denied(why)) if why.contains("redirects_create")),
        "{results:?}"
    );
    client.finish();
}

#[test]
fn the_pace_is_learned_from_every_response() {
    let headers = [("X-Shop-Api-Limit", "20"), ("x-shop-api-bandwidth", "10"), ("X-Shop-Api-Calls", "7")];
    let client = prepared().answer_with(&format!("GET {ROOT}producers"), 200, &headers, &page(&[], 0, 0));
    Shoper::list(&client, "producer", Some("1/50"), 50).expect("a page");
    let paces = client.paces.borrow();
    assert_eq!((paces[0].capacity, paces[0].per_second, paces[0].used), (10.0, 2.0, None));
    assert_eq!((paces[1].capacity, paces[1].per_second, paces[1].used), (20.0, 10.0, Some(7.0)));
}

#[test]
fn a_token_that_has_ended_is_renewed_once() {
    let ended = r#"{"error":"unauthorized_client"}"#;
    let list = format!("GET {ROOT}producers");
    let client = Recorded::new("shoper", &["token", "refresh", "client-id", "client-secret"]).answer(
        &format!("POST {ROOT}oauth/token?grant_type=refresh_token client_id={{secret:client-id}}"),
        200,
        TOKENS,
    );
    client.store.borrow_mut().insert("settings:shop.example".to_owned(), b"{}".to_vec());
    let client = client.answer(&list, 401, ended).answer(&list, 200, &page(&[], 0, 0));
    Shoper::list(&client, "producer", Some("1/50"), 50).expect("a page");
    assert_eq!(client.renewed.get(), 1);

    let client = prepared().answer(&list, 401, ended);
    assert!(matches!(Shoper::list(&client, "producer", Some("1/50"), 50), Err(Fault::Denied(_))));
    assert_eq!(client.renewed.get(), 0);
}

#[test]
fn faults_of_whole_requests_are_those_of_the_contract() {
    let list = format!("GET {ROOT}producers");
    let read = |status: u16, headers: &[(&str, &str)]| {
        let client = prepared().answer_with(&list, status, headers, "{}");
        Shoper::list(&client, "producer", Some("1/2"), 50).expect_err("a fault")
    };
    assert_eq!(read(429, &[("Retry-After", "3")]), Fault::RateLimited(3));
    assert_eq!(read(503, &[("Retry-After", "120")]), Fault::RateLimited(120));
    assert!(matches!(read(403, &[]), Fault::Denied(why) if why.contains("producers_read")));
    assert!(matches!(read(500, &[]), Fault::Unavailable(_)));
    let client = prepared().answer(&list, 200, "<html>");
    assert!(matches!(Shoper::list(&client, "producer", Some("1/2"), 50), Err(Fault::Unavailable(_))));
}

#[test]
fn an_unanswered_bulk_leaves_its_items_unknown_and_sends_no_further_one() {
    let client = prepared().fail(&format!("POST {ROOT}bulk"), Failure::Unavailable("cut".to_owned()));
    let changes: Vec<Change> = (0..30).map(|id| change(&id.to_string(), &[("pl", "title", "x")])).collect();
    let results = Shoper::write(&client, "product", &changes);
    assert!(results.iter().all(|result| matches!(result, Err(Fault::Unavailable(_)))));
    assert_eq!(client.sent.borrow().len(), 1);
}

#[test]
fn the_description_has_names_for_everything() {
    use sitewright_sdk::Phrases;
    for language in Language::ALL {
        let shop = Shoper::describe(Phrases::new(Shoper::TEXTS, language));
        assert!(shop.help.chars().count() <= 500, "{}", shop.help);
        assert!(shop.kinds.iter().flat_map(|kind| &kind.fields).all(|field| !field.name.is_empty()));
        let tool = sitewright_sdk::shop::descriptor::<Shoper>(language);
        assert!(tool.input.contains("\"properties\":{}") && tool.output.contains("\"counts\""));
    }
}
