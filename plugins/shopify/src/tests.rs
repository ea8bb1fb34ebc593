//! Recorded answers of the Admin API.

use sitewright_sdk::shop::{Change, Edit, Failure, Fault, Item, Recorded, Shop as _, report};
use sitewright_sdk::{Language, Phrases};

use crate::Shopify;

const URL: &str = "POST https://shop.example/admin/api/2026-10/graphql.json";

const COST: &str = r#""extensions":{"cost":{"requestedQueryCost":12,"actualQueryCost":10,"throttleStatus":{"maximumAvailable":2000.0,"currentlyAvailable":1988,"restoreRate":100.0}}}"#;

const PRODUCT: &str = r#"{"id":"gid://shopify/Product/12","title":"Wiertarka","descriptionHtml":"<p>Opis<\/p>","handle":"wiertarka",
    "status":"ACTIVE","vendor":"Wolmar","productType":"Narzędzia",
    "seo":{"title":"T","description":null},"variants":{"nodes":[{"sku":"WL-12","barcode":"5901234123457","price":"129.00"}]},
    "metafields":{"nodes":[{"key":"moc","value":"450 W"},{"key":"x","value":"gid://shopify/Product/1"}]},"collections":{"nodes":[{"title":"Dom"}]},
    "media":{"nodes":[{"id":"gid://shopify/MediaImage/9","alt":"Z boku","image":{"url":"https://cdn.example/9.jpg"}},
        {"id":"gid://shopify/Video/8","alt":"x"}]}}"#;

fn ok(data: &str) -> String {
    format!(r#"{{"data":{data},{COST}}}"#)
}

/// A client that has read the languages already.
fn prepared() -> Recorded {
    let client = Recorded::new("shopify", &["token"]);
    client.store.borrow_mut().insert(
        "store:shop.example".to_owned(),
        br#"{"currency":"PLN","url":"https://sklep.example.pl","languages":["pl","en"]}"#.to_vec(),
    );
    client
}

/// Answers a query or mutation of this name.
fn on(client: Recorded, name: &str, data: &str) -> Recorded {
    let kind =
        if name.ends_with("Update") || name.starts_with("translationsR") { "mutation" } else { "query" };
    client.answer(&format!("{URL} {{\"query\":\"{kind} {name}"), 200, &ok(data))
}

fn value<'i>(item: &'i Item, language: &str, field: &str) -> Option<&'i str> {
    let found = item.texts.iter().find(|text| text.language == language && text.field == field);
    found.map(|text| text.value.as_str())
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

fn check_with(scopes: &[&str]) -> Recorded {
    let scopes: Vec<String> = scopes.iter().map(|scope| format!(r#"{{"handle":"{scope}"}}"#)).collect();
    let data = r#"{"shop":{"name":"Sklep","currencyCode":"PLN","primaryDomain":{"url":"https://sklep.example.pl"}},
            "shopLocales":[{"locale":"en","primary":false},{"locale":"pl","primary":true}],
            "productsCount":{"count":12}}"#;
    let rights = format!(
        r#"{{"collectionsCount":{{"count":2}},"currentAppInstallation":{{"accessScopes":[{}]}}}}"#,
        scopes.join(",")
    );
    on(on(Recorded::new("shopify", &["token"]), "check", data), "rights", &rights)
}

#[test]
fn a_check_reports_the_shop_and_missing_scopes() {
    let all = ["write_products", "write_translations", "read_locales", "write_files"];
    let about = Shopify::check(&check_with(&all)).expect("a shop");
    assert_eq!((about.name.as_str(), about.url.as_str()), ("Sklep", "https://sklep.example.pl"));
    assert_eq!(about.languages, ["pl", "en"]);
    assert_eq!(about.counts, [("product".to_owned(), 12), ("category".to_owned(), 2)]);
    let fault =
        Shopify::check(&check_with(&["read_products", "read_locales", "write_files", "read_translations"]));
    assert!(matches!(fault, Err(Fault::Denied(why)) if why.contains("write_products, write_translations")));
    assert!(matches!(report::<Shopify>(&Recorded::unconnected()), Err(Failure::Refused(_))));
}

#[test]
fn a_list_has_texts_in_all_languages_facts_and_images() {
    let client = on(
        Recorded::new("shopify", &["token"]),
        "store",
        r#"{"shop":{"currencyCode":"PLN","primaryDomain":{"url":"https://sklep.example.pl/"}},"shopLocales":[{"locale":"pl","primary":true},{"locale":"en","primary":false}]}"#,
    );
    let client = on(
        client,
        "products(",
        &format!(
            r#"{{"products":{{"nodes":[{PRODUCT}],"pageInfo":{{"hasNextPage":true,"endCursor":"abc"}}}},"productsCount":{{"count":60}}}}"#
        ),
    );
    let client = on(
        client,
        "translations(",
        r#"{"translatableResourcesByIds":{"nodes":[{"resourceId":"gid://shopify/Product/12","translatableContent":[],
            "translations":[{"key":"title","value":"Drill"},{"key":"body_html","value":"<p>Text</p>"}]}]}}"#,
    );
    let page = Shopify::list(&client, "product", None, 50).expect("a page");
    client.finish();
    assert_eq!((page.next.as_deref(), page.total), (Some("abc"), Some(60)));
    let item = &page.items[0];
    assert_eq!((item.id.as_str(), item.visible), ("12", true));
    assert_eq!(item.url, "https://sklep.example.pl/products/wiertarka");
    assert_eq!(
        (value(item, "pl", "html"), value(item, "pl", "seo-description")),
        (Some("<p>Opis</p>"), Some(""))
    );
    assert_eq!((value(item, "en", "title"), value(item, "en", "seo-title")), (Some("Drill"), Some("")));
    assert_eq!((value(item, "pl", "alt:9"), value(item, "pl", "alt:8")), (Some("Z boku"), None));
    let facts: Vec<(&str, &str)> =
        item.facts.iter().map(|fact| (fact.name.as_str(), fact.value.as_str())).collect();
    let expected = [
        ("sku", "WL-12"),
        ("ean", "5901234123457"),
        ("price", "129.00 PLN"),
        ("brand", "Wolmar"),
        ("category", "Narzędzia"),
        ("category", "Dom"),
        ("moc", "450 W"),
    ];
    assert_eq!(facts, expected);
    assert!(client.sent(1).contains(r#""variables":{"first":20,"after":null}"#));
    assert_eq!(client.costs.borrow()[..], [3.0, 684.0, 5.0]);
    let paces = client.paces.borrow();
    assert_eq!((paces[0].used, paces[1].capacity, paces[1].used), (None, 2000.0, Some(12.0)));
}

#[test]
fn objects_that_are_gone_are_left_out() {
    let client = on(
        prepared(),
        "collectionsById",
        r#"{"nodes":[null,{"id":"gid://shopify/Collection/2","title":"Dom"}]}"#,
    );
    let client = on(client, "translations(", r#"{"translatableResourcesByIds":{"nodes":[]}}"#);
    let items = Shopify::read(&client, "category", &["1".to_owned(), "2".to_owned()]).expect("items");
    assert_eq!((items.len(), value(&items[0], "en", "title")), (1, Some("")));
}

#[test]
fn the_main_language_is_written_to_the_object_with_a_redirect() {
    let client = on(prepared(), "seo(", &format!(r#"{{"nodes":[{PRODUCT}]}}"#));
    let client = on(client, "productUpdate", r#"{"productUpdate":{"product":{"id":"x"},"userErrors":[]}}"#);
    let edits =
        [("pl", "html", "<p>{secret:token}</p>"), ("pl", "slug", "nowa"), ("pl", "seo-description", "D")];
    assert_eq!(Shopify::write(&client, "product", &[change("12", &edits)]), [Ok(())]);
    assert!(client.sent(1).contains(
        r#""variables":{"product":{"id":"gid://shopify/Product/12","descriptionHtml":"<p>\u007bsecret:token}</p>","handle":"nowa","redirectNewHandle":true,"seo":{"title":"T","description":"D"}}}"#
    ), "{}", client.sent(1));
}

#[test]
fn translations_are_written_with_digests_and_emptied_ones_removed() {
    let client = on(
        prepared(),
        "translations(",
        r#"{"translatableResourcesByIds":{"nodes":[
        {"resourceId":"gid://shopify/Product/12","translatableContent":[{"key":"title","digest":"d1"},{"key":"meta_title","digest":null}]},
        {"resourceId":"gid://shopify/Product/13","translatableContent":[{"key":"title","digest":"d2"}]}]}}"#,
    );
    let client = on(client, "translationsRegister", r#"{"translationsRegister":{"userErrors":[]}}"#);
    let client = on(client, "translationsRemove", r#"{"translationsRemove":{"userErrors":[]}}"#);
    let changes = [
        change("12", &[("en", "title", "Drill"), ("en", "html", "")]),
        change("13", &[("en", "seo-title", "x")]),
    ];
    let results = Shopify::write(&client, "product", &changes);
    assert_eq!(results[0], Ok(()));
    assert!(matches!(&results[1], Err(Fault::Invalid(errors)) if errors[0].pointer == "/seo-title"));
    assert!(client.sent(1).contains(
        r#""translations":[{"locale":"en","key":"title","value":"Drill","translatableContentDigest":"d1"}]"#
    ));
    assert!(client.sent(2).contains(r#""keys":["body_html"],"locales":["en"]"#));
    client.finish();
}

#[test]
fn refusals_and_missing_objects_are_faults_of_their_items() {
    let refused = r#"{"productUpdate":{"product":null,"userErrors":[{"field":["product","handle"],"message":"Handle has already been taken"}]}}"#;
    let missing = r#"{"productUpdate":{"product":null,"userErrors":[{"field":["product","id"],"message":"Product does not exist"}]}}"#;
    let client = on(on(prepared(), "productUpdate", refused), "productUpdate", missing);
    let changes = [
        change("12", &[("pl", "slug", "x")]),
        change("13", &[("pl", "title", "x")]),
        change("14", &[("de", "title", "x")]),
        change("15", &[("en", "alt:9", "x")]),
    ];
    let results = Shopify::write(&client, "product", &changes);
    assert!(matches!(&results[0], Err(Fault::Invalid(errors)) if errors[0].pointer == "/slug"));
    assert_eq!(results[1], Err(Fault::NotFound));
    assert!(matches!(&results[2], Err(Fault::Invalid(errors)) if errors[0].pointer == "/title"));
    assert!(
        matches!(&results[3], Err(Fault::Invalid(errors)) if errors[0].message.contains("main language"))
    );
}

#[test]
fn alternative_texts_are_written_to_the_files() {
    let client = on(prepared(), "fileUpdate", r#"{"fileUpdate":{"files":[],"userErrors":[]}}"#);
    assert_eq!(Shopify::write(&client, "product", &[change("12", &[("pl", "alt:9", "Z przodu")])]), [Ok(())]);
    assert!(client.sent(0).contains(r#""files":[{"id":"gid://shopify/MediaImage/9","alt":"Z przodu"}]"#));
}

#[test]
fn a_throttled_query_is_sent_once_more() {
    let throttled = r#"{"errors":[{"message":"Throttled","extensions":{"code":"THROTTLED"}}],"extensions":{"cost":{
        "requestedQueryCost":527,"actualQueryCost":null,"throttleStatus":{"maximumAvailable":1000.0,"currentlyAvailable":127,"restoreRate":50.0}}}}"#;
    let client = prepared().answer(URL, 200, throttled);
    let client =
        on(client, "collections(", r#"{"collections":{"nodes":[],"pageInfo":{"hasNextPage":false}}}"#);
    assert!(Shopify::list(&client, "category", Some("a"), 25).is_ok());
    let client = prepared().answer(URL, 200, throttled).answer(URL, 200, throttled);
    assert_eq!(Shopify::list(&client, "category", Some("a"), 25).err(), Some(Fault::RateLimited(8)));
}

#[test]
fn errors_with_status_200_are_faults() {
    let fault = |body: &str| {
        let client = prepared().answer(URL, 200, body);
        Shopify::list(&client, "category", Some("a"), 25).expect_err("a fault")
    };
    let denied = r#"{"errors":[{"message":"Access denied","extensions":{"code":"ACCESS_DENIED","requiredAccess":"`read_products` access scope."}}]}"#;
    assert!(matches!(fault(denied), Fault::Denied(why) if why.contains("read_products")));
    assert!(matches!(fault(r#"{"errors":"Not Found"}"#), Fault::Invalid(_)));
    assert!(matches!(fault("<html>"), Fault::Unavailable(_)));
    let client = prepared().answer(URL, 401, "{}");
    assert!(matches!(Shopify::list(&client, "category", Some("a"), 25), Err(Fault::Denied(_))));
}

#[test]
fn the_description_has_names_for_everything() {
    for language in Language::ALL {
        let shop = Shopify::describe(Phrases::new(Shopify::TEXTS, language));
        assert!(shop.help.contains("write_translations"));
        assert!(shop.kinds.iter().flat_map(|kind| &kind.fields).all(|field| !field.name.is_empty()));
    }
}
