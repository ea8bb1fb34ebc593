//! Recorded answers of a WordPress site.

mod messages;

use sitewright_sdk::shop::{Change, Edit, Failure, Fault, Item, Recorded, Shop as _, report};
use sitewright_sdk::{Language, Phrases};

use crate::WooCommerce;

const ROOT: &str = "https://shop.example/wp-json/";

const INDEX: &str =
    r#"{"name":"Sklep &amp; Próba","url":"https://shop.example","home":"https://shop.example"}"#;
const STATUS: &str = r#"{"environment":{"language":"pl_PL"},"settings":{"currency":"PLN"},
    "active_plugins":[{"plugin":"woocommerce/woocommerce.php"},{"plugin":"seo-by-rank-math/rank-math.php"}]}"#;
const CATEGORIES: &str =
    r#"[{"id":2,"name":"Dom &amp; ogród","parent":0},{"id":7,"name":"Narzędzia","parent":2}]"#;

const PRODUCT: &str = r#"{"id":12,"name":"Wiertarka &amp; futerał","slug":"wiertarka","permalink":"https://shop.example/produkt/wiertarka/",
    "status":"publish","catalog_visibility":"visible","description":"<p>A &amp; B</p>","short_description":"","sku":"WL-12",
    "global_unique_id":"5901234123457","price":"129.00","categories":[{"id":7,"name":"Narzędzia"}],"brands":[{"id":1,"name":"Wolmar"}],
    "images":[{"id":9,"src":"https://shop.example/9.jpg","alt":"Z boku"},{"id":10,"src":"https://shop.example/10.jpg","alt":""}],
    "attributes":[{"id":5,"name":"Moc","options":["450 W","600 W"]}],
    "meta_data":[{"id":1,"key":"_edit_lock","value":{"a":1}},{"id":2,"key":"rank_math_title","value":"Wiertarka WL"}]}"#;

fn connected() -> Recorded {
    Recorded::new("woocommerce", &["secret"])
}

fn with_site(client: Recorded) -> Recorded {
    client.answer(&format!("GET {ROOT}?_fields"), 200, INDEX).answer(
        &format!("GET {ROOT}wc/v3/system_status?"),
        200,
        STATUS,
    )
}

/// A client that has read the site already.
fn prepared(seo: &str) -> Recorded {
    let client = connected();
    let site = format!(r#"{{"language":"pl","currency":"PLN","seo":"{seo}","categories":{{}}}}"#);
    client.store.borrow_mut().insert("site:shop.example".to_owned(), site.into_bytes());
    client
}

fn value<'i>(item: &'i Item, field: &str) -> Option<&'i str> {
    let found = item.texts.iter().find(|text| text.language == "pl" && text.field == field);
    found.map(|text| text.value.as_str())
}

fn change(id: &str, edits: &[(&str, &str)]) -> Change {
    let edit = |(field, after): &(&str, &str)| Edit {
        language: "pl".to_owned(),
        field: (*field).to_owned(),
        before: String::new(),
        after: (*after).to_owned(),
    };
    Change { id: id.to_owned(), edits: edits.iter().map(edit).collect() }
}

#[test]
fn a_check_reports_the_site() {
    let client = with_site(connected())
        .answer_with(&format!("GET {ROOT}wc/v3/products?per_page=1"), 200, &[("x-wp-total", "12")], "[]")
        .answer_with(
            &format!("GET {ROOT}wc/v3/products/categories?per_page=1"),
            200,
            &[("X-WP-Total", "2")],
            "[]",
        );
    let about = WooCommerce::check(&client).expect("a shop");
    assert_eq!((about.name.as_str(), about.url.as_str()), ("Sklep & Próba", "https://shop.example"));
    assert_eq!(about.languages, ["pl"]);
    assert_eq!(about.counts, [("product".to_owned(), 12), ("category".to_owned(), 2)]);
    assert!(matches!(report::<WooCommerce>(&Recorded::unconnected()), Err(Failure::Refused(_))));
}

#[test]
fn a_list_has_texts_facts_and_images() {
    let client = with_site(connected())
        .answer(&format!("GET {ROOT}wc/v3/products/categories?per_page=100"), 200, CATEGORIES)
        .answer_with(
            &format!("GET {ROOT}wc/v3/products?per_page=50&page=1&orderby=id&order=asc&status=any"),
            200,
            &[("X-WP-Total", "60"), ("X-WP-TotalPages", "2")],
            &format!("[{PRODUCT}]"),
        );
    let page = WooCommerce::list(&client, "product", None, 50).expect("a page");
    assert_eq!((page.next.as_deref(), page.total), (Some("2/50"), Some(60)));
    let item = &page.items[0];
    assert_eq!((item.id.as_str(), item.visible), ("12", true));
    assert_eq!(
        (value(item, "title"), value(item, "html")),
        (Some("Wiertarka & futerał"), Some("<p>A &amp; B</p>"))
    );
    assert_eq!((value(item, "seo-title"), value(item, "seo-description")), (Some("Wiertarka WL"), Some("")));
    assert_eq!((value(item, "alt:9"), value(item, "alt:10")), (Some("Z boku"), Some("")));
    let facts: Vec<(&str, &str)> =
        item.facts.iter().map(|fact| (fact.name.as_str(), fact.value.as_str())).collect();
    assert_eq!(
        facts,
        [
            ("sku", "WL-12"),
            ("ean", "5901234123457"),
            ("price", "129.00 PLN"),
            ("brand", "Wolmar"),
            ("category", "Dom & ogród > Narzędzia"),
            ("Moc", "450 W, 600 W"),
        ]
    );
    client.finish();
}

#[test]
fn a_batch_has_a_result_for_each_product() {
    let answer = r#"{"update":[{"id":12,"name":"x"},
        {"id":13,"error":{"code":"woocommerce_rest_product_invalid_id","message":"Invalid ID.","data":{"status":400}}},
        {"id":14,"error":{"code":"rest_invalid_param","message":"Invalid parameter(s): name","data":{"status":400,"params":{"name":"?"}}}}]}"#;
    let client = prepared("").answer(&format!("POST {ROOT}wc/v3/products/batch"), 200, answer);
    let changes = [
        change("12", &[("title", "x"), ("html", "<p>{secret:secret}</p>")]),
        change("13", &[("title", "x")]),
        change("14", &[("title", "x")]),
        change("x", &[("title", "x")]),
        change("15", &[("html-bottom", "x")]),
    ];
    let results = WooCommerce::write(&client, "product", &changes);
    assert_eq!(
        (&results[0], &results[1], &results[3]),
        (&Ok(()), &Err(Fault::NotFound), &Err(Fault::NotFound))
    );
    assert!(matches!(&results[2], Err(Fault::Invalid(errors)) if errors[0].pointer == "/title"));
    assert!(matches!(&results[4], Err(Fault::Invalid(errors)) if errors[0].pointer == "/html-bottom"));
    let sent = client.sent(0);
    assert!(sent.contains(r#"{"update":[{"id":12,"name":"x","description":"<p>\u007bsecret:secret}</p>"},{"id":13,"name":"x"}"#), "{sent}");
}

#[test]
fn all_images_are_written_in_their_order_and_seo_to_the_plugin_of_the_product() {
    let client = prepared("wordpress-seo")
        .answer(&format!("GET {ROOT}wc/v3/products?per_page=100&include=12"), 200, &format!("[{PRODUCT}]"))
        .answer(&format!("POST {ROOT}wc/v3/products/batch"), 200, r#"{"update":[{"id":12}]}"#);
    let edits = [("alt:10", "Z przodu"), ("seo-title", "T"), ("seo-description", "D")];
    assert_eq!(WooCommerce::write(&client, "product", &[change("12", &edits)]), [Ok(())]);
    assert!(client.sent(1).contains(
        r#"{"id":12,"meta_data":[{"key":"rank_math_title","value":"T"},{"key":"rank_math_description","value":"D"}],"images":[{"id":9},{"id":10,"alt":"Z przodu"}]}"#
    ), "{}", client.sent(1));
}

#[test]
fn what_the_shop_cannot_store_is_refused_before_it_is_written() {
    let bare = r#"[{"id":12,"images":[],"meta_data":[]}]"#;
    let client = prepared("").answer(&format!("GET {ROOT}wc/v3/products?"), 200, bare);
    let changes = [
        change("12", &[("seo-title", "T")]),
        change("13", &[("seo-title", "T")]),
        change("14", &[("alt:9", "")]),
    ];
    let results = WooCommerce::write(&client, "product", &changes);
    assert!(matches!(&results[0], Err(Fault::Invalid(errors)) if errors[0].message.contains("Rank Math")));
    assert_eq!(results[1], Err(Fault::NotFound));
    assert!(matches!(&results[2], Err(Fault::Invalid(errors)) if errors[0].pointer == "/alt:9"));
    assert_eq!(client.sent.borrow().len(), 1);
}

#[test]
fn categories_are_written_one_by_one() {
    let client = prepared("")
        .answer(
            &format!("PUT {ROOT}wc/v3/products/categories/7 {{\"name\":\"x\",\"description\":\"y\"}}"),
            200,
            "{}",
        )
        .answer(
            &format!("PUT {ROOT}wc/v3/products/categories/8"),
            404,
            r#"{"code":"woocommerce_rest_term_invalid"}"#,
        );
    let changes = [change("7", &[("title", "x"), ("html", "y")]), change("8", &[("title", "x")])];
    assert_eq!(WooCommerce::write(&client, "category", &changes), [Ok(()), Err(Fault::NotFound)]);
    client.finish();
}

#[test]
fn faults_of_whole_requests_are_those_of_the_contract() {
    let fault = |status: u16, body: &str| {
        let client = prepared("").answer(&format!("GET {ROOT}wc/v3/products?"), status, body);
        WooCommerce::read(&client, "product", &["12".to_owned()]).expect_err("a fault")
    };
    let wrong = r#"{"code":"woocommerce_rest_authentication_error","message":"Consumer secret is invalid."}"#;
    assert!(matches!(fault(401, wrong), Fault::Denied(why) if why.contains("credentials")));
    let reads = r#"{"code":"woocommerce_rest_authentication_error","message":"The API key provided does not have write permissions."}"#;
    assert!(matches!(fault(401, reads), Fault::Denied(why) if why.contains("Read/Write")));
    assert!(matches!(
        fault(500, "<p>There has been a critical error on this website.</p>"),
        Fault::Unavailable(_)
    ));
    assert_eq!(fault(429, ""), Fault::RateLimited(5));
    let client = prepared("")
        .fail(&format!("POST {ROOT}wc/v3/products/batch"), Failure::Unavailable("cut".to_owned()));
    let results =
        WooCommerce::write(&client, "product", &[change("12", &[("title", "x")]), change("x", &[])]);
    assert!(matches!(results[..], [Err(Fault::Unavailable(_)), Err(Fault::NotFound)]));
}

#[test]
fn the_description_has_names_for_everything() {
    for language in Language::ALL {
        let shop = WooCommerce::describe(Phrases::new(WooCommerce::TEXTS, language));
        assert!(shop.help.chars().count() <= 500, "{}", shop.help.chars().count());
        assert!(shop.kinds.iter().flat_map(|kind| &kind.fields).all(|field| !field.name.is_empty()));
    }
}
