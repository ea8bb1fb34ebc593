//! Recorded answers of a webservice.

use sitewright_sdk::shop::{Change, Edit, Failure, Fault, Item, Recorded, Shop as _, report};
use sitewright_sdk::{Language, Phrases};

use crate::PrestaShop;

const ROOT: &str = "https://shop.example/api/";

fn document(inside: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<prestashop xmlns:xlink=\"http://www.w3.org/1999/xlink\">{inside}</prestashop>"
    )
}

fn languages() -> String {
    document(
        "<languages><language><id><![CDATA[1]]></id><iso_code>en</iso_code><language_code>en-us</language_code><locale>en-GB</locale><active>1</active></language>\
         <language><id>2</id><iso_code>pl</iso_code><language_code>pl-pl</language_code><active>1</active></language>\
         <language><id>3</id><iso_code>de</iso_code><active>0</active></language></languages>",
    )
}

const PRODUCT: &str = "<product>\n<id><![CDATA[12]]></id><id_category_default><![CDATA[7]]></id_category_default>\
    <manufacturer_name><![CDATA[Wolmar]]></manufacturer_name><quantity>5</quantity><reference>WL-12</reference>\
    <ean13>5901234123457</ean13><price>129.950000</price><active>1</active><visibility>both</visibility>\
    <new></new><name><language id=\"1\" xlink:href=\"https://shop.example/api/languages/1\"><![CDATA[Drill]]></language>\
    <language id=\"2\"><![CDATA[Wiertarka & futerał]]></language></name>\
    <description><language id=\"1\"><![CDATA[]]></language><language id=\"2\"><![CDATA[<p>Opis {secret:key}</p>]]></language></description>\
    <link_rewrite><language id=\"1\">drill</language><language id=\"2\">wiertarka</language></link_rewrite>\
    <associations><product_features><product_feature><id>5</id><id_feature_value>50</id_feature_value></product_feature></product_features></associations></product>";

/// A client that has read the settings and the lookups already.
fn prepared() -> Recorded {
    let client = Recorded::new("prestashop", &["key"]);
    let settings = br#"{"name":"Sklep","currency":"PLN","languages":{"2":"pl","1":"en-GB"}}"#;
    let lookups = br#"{"categories":{},"features":{},"values":{}}"#;
    client.store.borrow_mut().extend([
        ("settings:shop.example".to_owned(), settings.to_vec()),
        ("lookups:shop.example".to_owned(), lookups.to_vec()),
    ]);
    client
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

fn with_settings(client: Recorded) -> Recorded {
    let settings = document(
        "<configurations><configuration><id>1</id><name>PS_LANG_DEFAULT</name><value>2</value></configuration>\
         <configuration><id>2</id><name>PS_CURRENCY_DEFAULT</name><value>4</value></configuration>\
         <configuration><id>3</id><name>PS_SHOP_NAME</name><value>Sklep</value></configuration></configurations>",
    );
    client
        .answer(&format!("GET {ROOT}languages?display=full"), 200, &languages())
        .answer(&format!("GET {ROOT}configurations?"), 200, &settings)
        .answer(
            &format!("GET {ROOT}currencies/4"),
            200,
            &document("<currency><id>4</id><iso_code>PLN</iso_code></currency>"),
        )
}

#[test]
fn a_check_reports_the_shop() {
    let client = with_settings(Recorded::new("prestashop", &["key"]))
        .answer(
            &format!("GET {ROOT}products"),
            200,
            &document("<products><product id=\"1\"/><product id=\"2\"/></products>"),
        )
        .fail(&format!("GET {ROOT}categories"), Failure::Unavailable("too large".to_owned()))
        .answer(&format!("GET {ROOT}manufacturers"), 200, &document("<manufacturers/>"));
    let about = PrestaShop::check(&client).expect("a shop");
    assert_eq!((about.name.as_str(), about.url.as_str()), ("Sklep", "https://shop.example"));
    assert_eq!(about.languages, ["pl", "en-GB"]);
    assert_eq!(about.counts, [("product".to_owned(), 2), ("producer".to_owned(), 0)]);
    assert!(matches!(report::<PrestaShop>(&Recorded::unconnected()), Err(Failure::Refused(_))));
}

#[test]
fn a_list_has_texts_in_all_languages_and_facts() {
    let categories = document(
        "<categories><category><id>1</id><id_parent>0</id_parent><name><language id=\"2\">Root</language></name></category>\
         <category><id>2</id><id_parent>1</id_parent><is_root_category>1</is_root_category><name><language id=\"2\">Strona główna</language></name></category>\
         <category><id>6</id><id_parent>2</id_parent><name><language id=\"2\">Dom</language></name></category>\
         <category><id>7</id><id_parent>6</id_parent><name><language id=\"2\">Narzędzia</language></name></category></categories>",
    );
    let features = document(
        "<product_features><product_feature><id>5</id><name><language id=\"2\">Moc</language></name></product_feature></product_features>",
    );
    let values = document(
        "<product_feature_values><product_feature_value><id>50</id><value><language id=\"2\">450 W</language></value></product_feature_value></product_feature_values>",
    );
    let client = with_settings(Recorded::new("prestashop", &["key"]))
        .answer(&format!("GET {ROOT}categories?"), 200, &categories)
        .answer(&format!("GET {ROOT}product_features?"), 200, &features)
        .answer(&format!("GET {ROOT}product_feature_values?"), 200, &values)
        .answer(
            &format!("GET {ROOT}products?display=full&sort=%5Bid_ASC%5D&limit=0,1"),
            200,
            &document(&format!("<products>{PRODUCT}</products>")),
        );
    let page = PrestaShop::list(&client, "product", None, 1).expect("a page");
    client.finish();
    assert_eq!(page.next.as_deref(), Some("2/1"));
    let item = &page.items[0];
    assert_eq!((item.id.as_str(), item.visible), ("12", true));
    assert_eq!(
        (value(item, "pl", "title"), value(item, "en-GB", "html")),
        (Some("Wiertarka & futerał"), Some(""))
    );
    assert_eq!(value(item, "pl", "short-html"), None);
    let facts: Vec<(&str, &str)> =
        item.facts.iter().map(|fact| (fact.name.as_str(), fact.value.as_str())).collect();
    let expected = [
        ("sku", "WL-12"),
        ("ean", "5901234123457"),
        ("price", "129.95 PLN"),
        ("brand", "Wolmar"),
        ("category", "Dom > Narzędzia"),
        ("Moc", "450 W"),
    ];
    assert_eq!(facts, expected);
}

#[test]
fn a_write_sends_the_whole_object_without_its_read_only_fields() {
    let refusal = document(
        "<errors><error><code>93</code><message>parameter \"new\" not writable. Please remove this attribute of this XML</message></error></errors>",
    );
    let client = prepared()
        .answer(&format!("GET {ROOT}products/12"), 200, &document(PRODUCT))
        .answer(&format!("PUT {ROOT}products/12"), 400, &refusal)
        .answer(&format!("PUT {ROOT}products/12"), 200, &document(PRODUCT));
    let edits = [("pl", "title", "Nowa <b>"), ("en-GB", "html", "<p>New</p>")];
    assert_eq!(PrestaShop::write(&client, "product", &[change("12", &edits)]), [Ok(())]);
    client.finish();
    let sent = client.sent(2);
    for part in [
        "<prestashop><product><id>12</id>",
        "<name><language id=\"1\">Drill</language><language id=\"2\">Nowa &lt;b&gt;</language></name>",
        "<language id=\"1\">&lt;p&gt;New&lt;/p&gt;</language><language id=\"2\">&lt;p&gt;Opis &#123;secret:key}&lt;/p&gt;</language>",
        "<price>129.950000</price>",
    ] {
        assert!(sent.contains(part), "{part}: {sent}");
    }
    for part in ["quantity", "manufacturer_name", "associations", "<new>", "xlink"] {
        assert!(!sent.contains(part), "{part}: {sent}");
    }
}

#[test]
fn refusals_are_faults_of_their_items() {
    let too_long = document(
        "<errors><error><code>85</code><message><![CDATA[Validation error: \"Property Product->description length must be between 0 and 800\"]]></message></error></errors>",
    );
    let client = prepared()
        .answer(&format!("GET {ROOT}products/12"), 200, &document(PRODUCT))
        .answer(&format!("PUT {ROOT}products/12"), 400, &too_long)
        .answer(&format!("GET {ROOT}products/13"), 404, "")
        .answer(&format!("GET {ROOT}products/14"), 200, &document(PRODUCT));
    let changes = [
        change("12", &[("pl", "html", "x")]),
        change("13", &[("pl", "html", "x")]),
        change("14", &[("pl", "short-html", "x")]),
    ];
    let results = PrestaShop::write(&client, "product", &changes);
    assert!(matches!(&results[0], Err(Fault::Invalid(errors)) if errors[0].pointer == "/html"));
    assert_eq!(results[1], Err(Fault::NotFound));
    assert!(matches!(&results[2], Err(Fault::Invalid(errors)) if errors[0].pointer == "/short-html"));
}

#[test]
fn a_missing_right_is_named_and_ends_the_batch() {
    let denied = document(
        "<errors><error><code>27</code><message>Method PUT is not allowed for the resource products with this authentication key</message></error></errors>",
    );
    let client = prepared().answer(&format!("GET {ROOT}products/12"), 200, &document(PRODUCT)).answer(
        &format!("PUT {ROOT}products/12"),
        405,
        &denied,
    );
    let changes = [change("12", &[("pl", "title", "x")]), change("13", &[("pl", "title", "x")])];
    let results = PrestaShop::write(&client, "product", &changes);
    assert!(results.iter().all(|result| matches!(result, Err(Fault::Denied(why)) if why.contains("PUT"))));
    client.finish();
}

#[test]
fn items_that_are_gone_are_left_out() {
    let client = prepared().answer(
        &format!("GET {ROOT}products?display=full&filter%5Bid%5D=%5B12%7C13%5D"),
        200,
        &document(&format!("<products>{PRODUCT}</products>")),
    );
    let ids = ["12", "13", "x"].map(str::to_owned);
    assert_eq!(PrestaShop::read(&client, "product", &ids).expect("items").len(), 1);
}

#[test]
fn the_root_of_the_categories_is_no_item() {
    let categories = document(
        "<categories><category><id>1</id><id_parent>0</id_parent></category><category><id>2</id><id_parent>1</id_parent></category></categories>",
    );
    let client = prepared().answer(&format!("GET {ROOT}categories?"), 200, &categories);
    let page = PrestaShop::list(&client, "category", Some("1/50"), 50).expect("a page");
    assert_eq!((page.items.len(), page.next), (1, None));
}

#[test]
fn the_description_has_names_for_everything() {
    for language in Language::ALL {
        let shop = PrestaShop::describe(Phrases::new(PrestaShop::TEXTS, language));
        assert!(shop.help.chars().count() <= 500, "{}", shop.help.chars().count());
        assert!(shop.kinds.iter().flat_map(|kind| &kind.fields).all(|field| !field.name.is_empty()));
    }
}
