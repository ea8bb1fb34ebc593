//! Drafts over many inputs: properties that hold for every input.

use seo_metatags::SeoMetatags;
use serde_json::{Value, json};
use sitewright_sdk::testing::{TestHost, TestResult, check_tool};

fn drafts(input: &Value) -> TestResult {
    TestHost::new("en").run::<SeoMetatags>(&input.to_string()).expect("a draft")
}

fn text<'v>(variant: &'v Value, field: &str) -> &'v str {
    variant[field].as_str().expect("a text")
}

fn broken(variant: &Value) -> Vec<String> {
    let checks = variant["checks"].as_array().expect("checks").iter();
    // A short topic makes a short text.
    let is_short = |check: &&Value| check["value"].as_u64() < check["min"].as_u64();
    checks
        .filter(|check| check["ok"] == false && !is_short(check))
        .map(|check| check["message"].to_string())
        .collect()
}

#[test]
fn the_tool_is_complete() {
    check_tool::<SeoMetatags>();
}

#[test]
fn ordinary_pages_keep_every_limit() {
    let topics = [
        (
            "en",
            "Running shoes for women and men: road, trail and treadmill. Free delivery over £60.",
            "running shoes",
            "Stride & Co",
        ),
        ("en", "What a notary does and when you need one", "notary", ""),
        (
            "pl",
            "Buty do biegania damskie i męskie: na asfalt, w teren i na bieżnię. Darmowa dostawa od 199 zł.",
            "buty do biegania",
            "Biegownia",
        ),
        (
            "pl",
            "Salon fryzjerski w Krakowie. Strzyżenie damskie i koloryzacja.",
            "fryzjer damski",
            "Studio Loki",
        ),
    ];
    for (language, topic, keyword, brand) in topics {
        for kind in ["home", "category", "product", "article", "landing", "local", "other"] {
            let input = json!({"page_topic": topic, "keyword": keyword, "brand": brand, "page_type": kind, "variants": 5, "language": language});
            let result = drafts(&input);
            assert!((1..=5).contains(&result.variants.len()));
            for variant in &result.variants {
                assert_eq!(broken(variant), Vec::<String>::new(), "{kind}: {variant:#}");
            }
        }
    }
}

#[test]
fn a_town_stands_once_and_nothing_is_added() {
    let input = json!({"page_topic": "Dentysta w Gdyni: implanty i protetyka.", "keyword": "dentysta Gdynia", "brand": "Dentica", "page_type": "local", "variants": 3, "language": "pl"});
    let variants = drafts(&input).variants;
    assert_eq!(variants.len(), 1, "one sentence makes one description");
    // A place to fill follows.
    let description = text(&variants[0], "meta_description");
    assert_eq!(description.split(" [").next(), Some("Dentysta w Gdyni: implanty i protetyka."));
    assert_eq!(text(&variants[0], "title").to_lowercase().matches("gdyn").count(), 1, "{:#}", variants[0]);
}

#[test]
fn a_keyword_joins_the_sentence_that_has_its_last_words() {
    let input = json!({"page_topic": "Crowns – (same day) in Bristol, from £650", "keyword": "ceramic crowns", "language": "en"});
    let variants = drafts(&input).variants;
    assert_eq!(text(&variants[0], "meta_description"), "Ceramic crowns (same day) in Bristol, from £650.");
    let input = json!({"page_topic": "Linen duvet cover 200 x 200 cm, stone-washed", "keyword": "linen duvet cover 200x200", "language": "en"});
    assert_eq!(broken(&drafts(&input).variants[0]), Vec::<String>::new());
}

#[test]
fn every_form_of_address_and_tone_fits() {
    for form in ["ty", "pan-pani", "neutral"] {
        for tone in ["neutral", "urgent", "luxury", "witty"] {
            let input = json!({"page_topic": "Krem do rąk z masłem shea, 75 ml", "keyword": "krem do rąk", "page_type": "product", "language": "pl", "address_form": form, "tone": tone});
            for variant in drafts(&input).variants {
                assert!(broken(&variant).is_empty(), "{form} {tone}: {variant:#}");
            }
        }
    }
}

#[test]
fn odd_inputs_have_a_page() {
    let odd = [
        json!({"page_topic": "🎉🎉🎉", "keyword": "🎉🎉", "language": "en"}),
        json!({"page_topic": "<script>alert(1)</script> <b>x</b>", "keyword": "<i>a</i>b", "brand": "<", "language": "en"}),
        json!({"page_topic": "קפה טרי נקלה בתל אביב", "keyword": "פולי קפה", "language": "en"}),
        json!({"page_topic": "...", "keyword": "--", "language": "pl"}),
        json!({"page_topic": "aaa", "keyword": "a".repeat(80), "language": "pl"}),
        json!({"page_topic": "słowo ".repeat(160), "keyword": "słowo", "language": "pl"}),
        json!({"page_topic": "Zdanie, które ma przecinki, ".repeat(35), "keyword": "przecinki", "brand": "B".repeat(60), "language": "pl", "variants": 10}),
        json!({"page_topic": "A. B. C. D. E. F. G. H. I. J.", "keyword": "{brand} {keyword}", "brand": "{x}", "language": "en"}),
        json!({"page_topic": "İSTANBUL ÇAY EVİ, ŞİŞLİ ŞUBESİ", "keyword": "ÇAY EVİ", "language": "en", "page_type": "local"}),
        json!({"page_topic": "a ( b [ c „ d \" e", "keyword": "„x\"", "language": "pl"}),
    ];
    for input in odd {
        for variant in drafts(&input).variants {
            assert!(
                !text(&variant, "title").is_empty() && !text(&variant, "meta_description").is_empty(),
                "{input}: {variant:#}"
            );
            let slug = text(&variant, "slug");
            assert!(
                !slug.is_empty()
                    && slug.len() <= 75
                    && slug
                        .bytes()
                        .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-'),
                "{input}: {slug}"
            );
        }
    }
}

#[test]
fn no_word_is_cut() {
    let topic = "Laboratoryjny spektrofotometr nadfioletowo-widzialny z oprogramowaniem interpretacyjnym i dwuletnią gwarancją producenta";
    let input = json!({"page_topic": topic, "keyword": "spektrofotometr", "brand": "Fotolab", "page_type": "product", "variants": 10, "language": "pl"});
    for variant in drafts(&input).variants {
        for word in text(&variant, "title")
            .split(|letter: char| !letter.is_alphanumeric())
            .filter(|word| word.to_lowercase().starts_with("spektro"))
        {
            assert_eq!(word.to_lowercase(), "spektrofotometr");
        }
        assert!(!text(&variant, "meta_description").contains('…'));
    }
}

#[test]
fn a_brand_that_does_not_fit_is_omitted() {
    let brand = "The Extraordinarily Long Name of a Leather Workshop in Porto";
    let input = json!({"page_topic": "Handmade leather wallets", "keyword": "leather wallet", "brand": brand, "page_type": "product", "language": "en"});
    for variant in drafts(&input).variants {
        assert!(!text(&variant, "title").contains(brand) && broken(&variant).is_empty(), "{variant:#}");
    }
}

#[test]
fn an_inflected_keyword_counts_in_polish() {
    let answer = "Tytuł: Kawy ziarniste z małych palarni – przegląd | Ziarno\nOpis: Wybierz kawę ziarnistą z małej palarni: Etiopia, Kolumbia i Brazylia w paczkach 250 g lub 1 kg. Sprawdź ofertę i zamów online.\nSlug: kawa-ziarnista";
    let input = json!({"page_topic": "Kawa z małych palarni: Etiopia, Kolumbia, Brazylia, paczki 250 g", "keyword": "kawa ziarnista", "variants": 1, "language": "pl"});
    let result =
        TestHost::new("pl").answers([answer]).run::<SeoMetatags>(&input.to_string()).expect("an answer");
    assert_eq!(broken(&result.variants[0]), Vec::<String>::new());
    assert_eq!(text(&result.variants[0], "og_title"), "Kawy ziarniste z małych palarni – przegląd | Ziarno");
    assert!(!result.drafted);
}

#[test]
fn an_answer_is_parsed_leniently_and_requested_again_with_the_overflow() {
    let long = "**SEO Title:** Green tea from small gardens in Japan and China, picked by hand in spring\n**Meta description:** Green tea.\n**URL slug:** /Green Tea & Co/";
    let fitting = "Title: Green tea from small gardens in Japan and China\nDescription: Green tea picked by hand in spring: loose leaf from small gardens in Japan and China, packed the same week. Compare the harvests and order.\nSlug: green-tea\nSocial title: Spring in a cup\nSocial description: Loose leaf from small gardens.";
    let input = json!({"page_topic": "Loose leaf green tea from Japan and China", "keyword": "green tea", "variants": 1, "language": "en"});
    let host = TestHost::new("en").answers([long, fitting]);
    let result = host.run::<SeoMetatags>(&input.to_string()).expect("an answer");
    assert_eq!(text(&result.variants[0], "og_title"), "Spring in a cup");
    assert_eq!(broken(&result.variants[0]), Vec::<String>::new());
    let asked = host.asked.borrow();
    assert_eq!(asked.len(), 2);
    let advice = &asked[1].messages.last().expect("a message").text;
    assert!(advice.contains("Title has 73 characters; at most 60"), "{advice}");
    assert!(advice.contains("Description has 10 characters; at least 120"), "{advice}");
}

#[test]
fn equal_titles_are_distinguished() {
    let answer = "Title: Green tea from small gardens in Japan and China\nDescription: Green tea picked by hand in spring: loose leaf from small gardens in Japan and China, packed the same week. Compare the harvests and order.";
    let input = json!({"page_topic": "Loose leaf green tea from Japan and China", "keyword": "green tea", "variants": 2, "language": "en"});
    let host = TestHost::new("en").answers([
        answer,
        answer,
        &answer.replace("small gardens in", "hillside gardens in"),
    ]);
    let result = host.run::<SeoMetatags>(&input.to_string()).expect("answers");
    assert_eq!(host.asked.borrow().len(), 3);
    assert!(result.variants.iter().all(|variant| broken(variant).is_empty()), "{:#?}", result.variants);
}

#[test]
fn the_tags_are_escaped() {
    let answer = "Title: \"Green\" tea <b> & more from small gardens\nDescription: Green tea \"picked\" by hand & packed the same week: loose leaf from small gardens in Japan and China. <Compare> the harvests and order today.";
    let input = json!({"page_topic": "Loose leaf green tea", "keyword": "green tea", "brand": "A \"B\" & C", "variants": 1, "language": "en", "page_type": "product"});
    let result =
        TestHost::new("en").answers([answer]).run::<SeoMetatags>(&input.to_string()).expect("an answer");
    let markdown = &result.outcome.text;
    assert!(
        markdown.contains("<title>&quot;Green&quot; tea &lt;b&gt; &amp; more from small gardens</title>"),
        "{markdown}"
    );
    assert!(
        markdown.contains("<meta property=\"og:site_name\" content=\"A &quot;B&quot; &amp; C\">"),
        "{markdown}"
    );
    assert!(
        markdown.contains("<meta property=\"og:type\" content=\"product\">")
            && markdown.contains("```html\n<title>")
    );
}

#[test]
fn invalid_input_is_reported() {
    let host = TestHost::new("en");
    assert_eq!(
        host.errors::<SeoMetatags>(r#"{"page_topic": "ab", "keyword": "x", "variants": 11}"#),
        ["/page_topic", "/keyword", "/variants"]
    );
    assert_eq!(host.errors::<SeoMetatags>("{}"), ["/page_topic", "/keyword"]);
}

#[test]
fn the_same_input_has_the_same_drafts() {
    let input =
        json!({"page_topic": "Loose leaf green tea, 100 g", "keyword": "green tea", "language": "en"});
    assert_eq!(drafts(&input).outcome.text, drafts(&input).outcome.text);
}
