use sitewright_sdk::Language;
use sitewright_sdk::shop::{
    Allowance, Change, Client, Connection, Edit, Failure, Fault, Hash, Recorded, Request, Response,
    Shop as _, TakenSecret, form,
};

use super::BaseLinker;

const URL: &str = "POST https://shop.example/connector.php method=";
const INVENTORIES: &str = r#"{"status":"SUCCESS","inventories":[
    {"inventory_id":306,"name":"Outlet","languages":["en"],"default_language":"en","default_price_group":105,"is_default":false},
    {"inventory_id":307,"name":"Home","languages":["de","pl"],"default_language":"pl","default_price_group":105,"is_default":true}]}"#;
const LIST: &str = r#"{"status":"SUCCESS","products":{
    "2685":{"id":2685,"name":"Kubek"},"2686":{"id":2686,"name":"Talerz"},"2690":{"id":2690,"name":"Miska"}}}"#;
const BRANDS: &str = r#"{"status":"SUCCESS","manufacturers":[{"manufacturer_id":7,"name":"Bolesław"}]}"#;
const CATEGORIES: &str = r#"{"status":"SUCCESS","categories":[
    {"category_id":6,"name":"Kubki","parent_id":5},{"category_id":5,"name":"Kuchnia","parent_id":0}]}"#;
const MUG: &str = r#"{"status":"SUCCESS","products":{"2685":{"sku":"K-1","ean":"5901234123457","category_id":"6",
    "manufacturer_id":"7","prices":{"105":20.99,"106":23.99},"images":{"1":"http://cdn.example/1.jpg","2":""},
    "text_fields":{"name":"Kubek","description":"<p>Duży.</p>","features":{"Kolor":"biały"},"name|de":"Tasse",
    "features|de":[],"name|de|ebay_0":"Tasse bei eBay","extra_field_201":5}}}}"#;
const NO_DATA: &str = r#"{"status":"SUCCESS","products":[]}"#;
const DONE: &str = r#"{"status":"SUCCESS","product_id":"2685","warnings":""}"#;

fn recorded() -> Recorded {
    Recorded::new("baselinker", &["token"])
}

fn request(method: &str) -> String {
    [URL, method, "&"].concat()
}

fn answering(client: Recorded, answers: &[(&str, &str)]) -> Recorded {
    answers.iter().fold(client, |client, (method, body)| client.answer(&request(method), 200, body))
}

fn error(code: &str, said: &str) -> String {
    format!(r#"{{"status":"ERROR","error_code":"{code}","error_message":"{said}"}}"#)
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

/// The parameters of the request at this place.
fn parameters(client: &Recorded, place: usize) -> String {
    let sent = client.sent(place);
    let body = sent.rsplit(' ').next().expect("a body");
    let found = form(body.as_bytes()).into_iter().find(|(name, _)| name == "parameters");
    found.expect("parameters").1
}

/// A client whose connection has a login.
struct Named<'c>(&'c Recorded, &'static str);

impl Client for Named<'_> {
    fn connection(&self) -> Result<Connection, Fault> {
        Ok(Connection { login: self.1.to_owned(), ..self.0.connection()? })
    }

    fn send(&self, request: &Request) -> Result<Response, Failure> {
        self.0.send(request)
    }

    fn send_at(&self, request: &Request, cost: f64) -> Result<Response, Failure> {
        self.0.send_at(request, cost)
    }

    fn pace(&self, host: &str, allowance: Allowance) {
        self.0.pace(host, allowance);
    }

    fn renew(&self, request: &Request, taken: &[TakenSecret]) -> Result<Response, Failure> {
        self.0.renew(request, taken)
    }

    fn digest(
        &self,
        hash: Hash,
        key: Option<&str>,
        message: &[u8],
        as_: Option<&str>,
    ) -> Result<String, Failure> {
        self.0.digest(hash, key, message, as_)
    }

    fn now(&self) -> u64 {
        self.0.now()
    }

    fn kept(&self, key: &str) -> Option<Vec<u8>> {
        self.0.kept(key)
    }

    fn keep(&self, key: &str, value: &[u8]) {
        self.0.keep(key, value);
    }

    fn language(&self) -> Language {
        self.0.language()
    }
}

#[test]
fn the_check_finds_the_default_catalogue_and_counts_a_short_list() {
    let client =
        answering(recorded(), &[("getInventories", INVENTORIES), ("getInventoryProductsList", LIST)]);
    let about = BaseLinker::check(&client).expect("facts");
    assert_eq!((about.name.as_str(), about.languages), ("Home", vec!["pl".to_owned(), "de".to_owned()]));
    assert_eq!(about.counts, [("product".to_owned(), 3)]);
    assert_eq!(parameters(&client, 0), "{}");
    assert_eq!(parameters(&client, 1), r#"{"inventory_id":307,"filter_sort":"id ASC","page":1}"#);
    let pace = client.paces.borrow()[0];
    assert!(pace.capacity + 60.0 * pace.per_second <= 100.0, "{pace:?}");
    client.finish();
}

#[test]
fn the_login_is_the_number_or_the_name_of_the_catalogue() {
    let client =
        answering(recorded(), &[("getInventories", INVENTORIES), ("getInventoryProductsList", LIST)]);
    let about = BaseLinker::check(&Named(&client, "306")).expect("facts");
    assert_eq!((about.name.as_str(), about.languages), ("Outlet", vec!["en".to_owned()]));
    let client =
        answering(recorded(), &[("getInventories", INVENTORIES), ("getInventoryProductsList", LIST)]);
    assert_eq!(BaseLinker::check(&Named(&client, "Outlet")).expect("facts").languages, ["en"]);
    let client = answering(recorded(), &[("getInventories", INVENTORIES)]);
    let denied = BaseLinker::check(&Named(&client, "9")).expect_err("an unknown catalogue");
    assert_eq!(
        denied,
        Fault::Denied(
            "The account has no catalogue “9”. Enter its number or its name as BaseLinker shows it."
                .to_owned()
        )
    );
    // What is stored for one connection is not used for another one.
    let client = answering(
        recorded(),
        &[
            ("getInventories", INVENTORIES),
            ("getInventoryProductsList", LIST),
            ("getInventories", INVENTORIES),
        ],
    );
    BaseLinker::check(&client).expect("facts");
    let results =
        BaseLinker::write(&Named(&client, "306"), "product", &[change("1", &[("pl", "title", "A")])]);
    assert!(matches!(&results[0], Err(Fault::Invalid(_))), "{results:?}");
    client.finish();
}

#[test]
fn a_product_has_its_texts_in_all_languages_and_its_facts() {
    let client = answering(
        recorded(),
        &[
            ("getInventories", INVENTORIES),
            ("getInventoryManufacturers", BRANDS),
            ("getInventoryCategories", CATEGORIES),
            ("getInventoryProductsData", MUG),
            ("getInventoryProductsData", MUG),
        ],
    );
    let ids = ["2685".to_owned(), "12/../3".to_owned(), "0".to_owned()];
    let items = BaseLinker::read(&client, "product", &ids).expect("items");
    assert_eq!(items.len(), 1);
    let text = |language: &str, field: &str| {
        let found = items[0].texts.iter().find(|text| text.language == language && text.field == field);
        found.expect("a text").value.clone()
    };
    assert_eq!((text("pl", "title"), text("de", "title")), ("Kubek".to_owned(), "Tasse".to_owned()));
    assert_eq!((text("pl", "html"), text("de", "html")), ("<p>Duży.</p>".to_owned(), String::new()));
    assert_eq!(items[0].texts.len(), 12);
    let facts: Vec<(&str, &str)> =
        items[0].facts.iter().map(|fact| (fact.name.as_str(), fact.value.as_str())).collect();
    let expected = [
        ("sku", "K-1"),
        ("ean", "5901234123457"),
        ("price", "20.99"),
        ("brand", "Bolesław"),
        ("category", "Kuchnia > Kubki"),
        ("Kolor", "biały"),
    ];
    assert_eq!(facts, expected);
    assert_eq!(items[0].images.len(), 1);
    assert_eq!(parameters(&client, 3), r#"{"inventory_id":307,"products":[2685]}"#);
    // The names and the catalogue are stored.
    BaseLinker::read(&client, "product", &ids).expect("items");
    client.finish();
}

#[test]
fn a_list_is_read_once_and_its_pages_follow_each_other() {
    let client = answering(
        recorded(),
        &[
            ("getInventories", INVENTORIES),
            ("getInventoryManufacturers", BRANDS),
            ("getInventoryCategories", CATEGORIES),
            ("getInventoryProductsList", LIST),
            ("getInventoryProductsData", MUG),
            // The second product is gone: an empty page would end the list.
            ("getInventoryProductsData", NO_DATA),
            ("getInventoryProductsData", MUG),
        ],
    );
    let first = BaseLinker::list(&client, "product", None, 1).expect("a page");
    assert_eq!((first.next.as_deref(), first.total), (Some("1/1"), Some(3)));
    let second = BaseLinker::list(&client, "product", first.next.as_deref(), 1).expect("a page");
    assert_eq!((second.items.len(), second.next), (1, None));
    assert_eq!(parameters(&client, 5), r#"{"inventory_id":307,"products":[2686]}"#);
    assert_eq!(parameters(&client, 6), r#"{"inventory_id":307,"products":[2690]}"#);
    client.finish();
}

#[test]
fn a_full_list_is_followed_by_another_one() {
    let products: Vec<String> = (1..=1000).map(|id| format!(r#""{id}":{{}}"#)).collect();
    let full = [r#"{"status":"SUCCESS","products":{"#, &products.join(","), "}}"].concat();
    let client = answering(
        recorded(),
        &[
            ("getInventories", INVENTORIES),
            ("getInventoryManufacturers", BRANDS),
            ("getInventoryCategories", CATEGORIES),
            ("getInventoryProductsList", &full),
            ("getInventoryProductsData", MUG),
            ("getInventoryProductsList", NO_DATA),
        ],
    );
    let page = BaseLinker::list(&client, "product", Some("1/950"), 50).expect("a page");
    assert_eq!((page.next.as_deref(), page.total), (Some("2/0"), None));
    let page = BaseLinker::list(&client, "product", Some("2/0"), 50).expect("a page");
    assert_eq!((page.items.len(), page.next, page.total), (0, None, Some(1000)));
    client.finish();
}

#[test]
fn a_response_that_is_too_long_is_read_in_parts() {
    let client = answering(
        recorded(),
        &[
            ("getInventories", INVENTORIES),
            ("getInventoryManufacturers", BRANDS),
            ("getInventoryCategories", CATEGORIES),
            ("getInventoryProductsList", LIST),
        ],
    )
    .fail(&request("getInventoryProductsData"), Failure::LimitReached("too long".to_owned()))
    .answer(&request("getInventoryProductsData"), 200, MUG);
    let page = BaseLinker::list(&client, "product", None, 50).expect("a page");
    assert_eq!((page.items.len(), page.next.as_deref()), (1, Some("1/1")));
    client.finish();
}

#[test]
fn a_write_keeps_all_other_texts_and_sends_nothing_else() {
    let client = answering(
        recorded(),
        &[("getInventories", INVENTORIES), ("getInventoryProductsData", MUG), ("addInventoryProduct", DONE)],
    );
    let edits = [("pl", "title", "Kubek {secret:token}"), ("de", "html", "<p>Groß & rund.</p>")];
    let results = BaseLinker::write(&client, "product", &[change("2685", &edits)]);
    assert_eq!(results, [Ok(())]);
    let expected = concat!(
        r#"{"inventory_id":307,"product_id":2685,"text_fields":{"description":"<p>Duży.</p>","#,
        r#""features":{"Kolor":"biały"},"name|de":"Tasse","features|de":[],"#,
        r#""name|de|ebay_0":"Tasse bei eBay","extra_field_201":5,"#,
        r#""name":"Kubek \u007bsecret:token}","description|de":"<p>Groß & rund.</p>"}}"#
    );
    assert_eq!(parameters(&client, 2), expected);
    assert!(!client.sent(2).contains('{'), "{}", client.sent(2));
    client.finish();
}

#[test]
fn each_change_has_its_own_result() {
    let two = MUG.replacen(r#""2685":"#, r#""2700":{"text_fields":[]},"2701":{},"2685":"#, 1);
    let client = answering(
        recorded(),
        &[
            ("getInventories", INVENTORIES),
            ("getInventoryProductsData", &two),
            ("addInventoryProduct", DONE),
            ("addInventoryProduct", &error("ERROR_INVALID_DATA", "Too long name.")),
        ],
    )
    .answer(&request("addInventoryProduct"), 500, "");
    let title = [("pl", "title", "A")];
    let changes = [
        change("2685", &title),
        change("abc", &title),
        change("2686", &title),
        change("2685", &[("pl", "slug", "a")]),
        change("2685", &[("en", "title", "a")]),
        change("2700", &title),
        change("2701", &title),
    ];
    let results = BaseLinker::write(&client, "product", &changes);
    assert_eq!(results[..3], [Ok(()), Err(Fault::NotFound), Err(Fault::NotFound)]);
    let pointers: Vec<String> = results
        .iter()
        .filter_map(|result| match result {
            Err(Fault::Invalid(errors)) => Some([&errors[0].pointer, " ", &errors[0].message].concat()),
            _ => None,
        })
        .collect();
    let refused = "The shop refuses the value";
    assert_eq!(
        pointers,
        [format!("/slug {refused}."), format!("/title {refused}."), format!(" {refused}: Too long name.")]
    );
    assert!(matches!(&results[6], Err(Fault::Unavailable(_))));
    client.finish();
}

#[test]
fn a_blocked_token_stops_a_write() {
    let blocked =
        error("ERROR_BLOCKED_TOKEN", "Query limit exceeded, token blocked until 2026-05-03 17:15:34");
    let two = MUG.replacen(r#""2685":"#, r#""2700":{"text_fields":[]},"2685":"#, 1);
    let client = answering(
        recorded(),
        &[
            ("getInventories", INVENTORIES),
            ("getInventoryProductsData", &two),
            ("addInventoryProduct", &blocked),
        ],
    );
    let changes = [change("2685", &[("pl", "title", "A")]), change("2700", &[("pl", "title", "B")])];
    assert_eq!(
        BaseLinker::write(&client, "product", &changes),
        [Err(Fault::RateLimited(60)), Err(Fault::RateLimited(60))]
    );
    client.finish();
}

#[test]
fn errors_with_the_status_200_are_faults() {
    for (code, said, is_expected) in [
        ("ERROR_BAD_TOKEN", "Bad token", (|fault| matches!(fault, Fault::Denied(_))) as fn(&Fault) -> bool),
        ("ERROR_USER_ACCOUNT_BLOCKED", "Blocked", |fault| matches!(fault, Fault::Denied(_))),
        ("ERROR_BLOCKED_TOKEN", "Query limit exceeded", |fault| matches!(fault, Fault::RateLimited(60))),
        ("ERROR_INTERNAL", "Oops", |fault| matches!(fault, Fault::Unavailable(_))),
    ] {
        let client = answering(recorded(), &[("getInventories", &error(code, said))]);
        let fault = BaseLinker::check(&client).expect_err("a fault");
        assert!(is_expected(&fault), "{code}: {fault:?}");
    }
    for (body, language) in
        [("", Language::En), ("<html>", Language::Pl), ("[]", Language::Pl), ("{}", Language::En)]
    {
        let client = answering(recorded().speaking(language), &[("getInventories", body)]);
        assert!(matches!(BaseLinker::check(&client), Err(Fault::Unavailable(_))), "{body}");
    }
}

#[test]
fn without_a_connection_every_change_has_a_result() {
    let changes = [change("1", &[]), change("2", &[])];
    let results = BaseLinker::write(&Recorded::unconnected(), "product", &changes);
    assert_eq!(results, [Err(Fault::NotConnected), Err(Fault::NotConnected)]);
}
