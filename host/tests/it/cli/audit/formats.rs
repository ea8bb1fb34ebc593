//! The formats of the result, and the comparison with an earlier one.

use super::*;

fn written(audit: &Audit, name: &str, content: &str) {
    fs::write(audit.folder.path().join(name), content).expect("written");
}

#[tokio::test]
async fn the_json_has_the_shape_that_is_documented() {
    let site = broken().await;
    let result = Audit::of(&site.url, &["--format", "json", "--fail-on", "error", "--off", "sec-http-page"]);
    let result = result.run().await.is(1).json();
    has(
        &result,
        json!({
            "schema": "sitewright-audit", "version": 1, "language": "en", "start": format!("{}/", site.url),
            "site": site.url, "ended_by": null, "pages": 3, "baseline": null, "failed_packs": [],
            "/tool/name": "sitewright",
        }),
    );
    let score = result["score"].as_f64().expect("a score");
    assert!(score > 0.0 && score < 100.0, "{score}");
    let found = of_rule(&result, "title-missing");
    has(found[0], json!({ "level": "error", "url": format!("{}/prices", site.url), "change": null }));
    assert_eq!(found[0]["fingerprint"].as_str().map(str::len), Some(32));
    let rules = result["rules"].as_array().expect("rules");
    let missing = rules.iter().find(|rule| rule["id"] == "title-missing").expect("the rule");
    has(missing, json!({ "errors": 1, "state": "checked", "scope": "page", "pack": "audit-titles" }));
    assert!(missing["gain"].as_f64().is_some_and(|gain| gain > 0.0), "{missing}");
    let steps: Vec<i64> = rules.iter().map(|rule| rule["step"].as_i64().unwrap_or(i64::MAX)).collect();
    assert!(steps[0] == 1 && steps.is_sorted(), "what is worth fixing first comes first: {steps:?}");
    let counted = |level: &str| {
        let findings = result["findings"].as_array().expect("findings");
        json!(findings.iter().filter(|finding| finding["level"] == level).count())
    };
    assert_eq!((&result["counts"]["errors"], &result["failing"]), (&counted("error"), &counted("error")));
    assert_eq!(result["counts"]["warnings"], counted("warning"));
}

#[tokio::test]
async fn only_what_is_new_since_the_baseline_fails_an_audit() {
    let before = broken().await;
    let baseline = Audit::of(&before.url, &["--json"]).run().await.is(0).printed;
    let compared = async |site: &Site, more: &[&str]| {
        let arguments = [&["--baseline", "before.json", "--fail-on", "error"], more].concat();
        let audit = Audit::of(&site.url, &arguments);
        written(&audit, "before.json", &baseline);
        audit.run().await
    };
    // The same site on another server: nothing is new.
    let site = broken().await;
    let same = compared(&site, &["--json"]).await.is(0).json();
    has(&same, json!({ "/baseline/new": 0, "/baseline/fixed": [], "/baseline/unchecked": [], "failing": 0 }));
    assert_eq!(of_rule(&same, "title-missing")[0]["change"], "same");

    site.put("/prices", page("Prices of oak tables in York", "<h1>Prices</h1><p><a href=\"/\">Home</a></p>"));
    let fixed = compared(&site, &["--json"]).await.is(0).json();
    let of_fixed = fixed["baseline"]["fixed"].as_array().expect("a list");
    let titles: Vec<_> = of_fixed.iter().filter(|known| known["rule"] == "title-missing").collect();
    assert_eq!(titles.len(), 1, "{of_fixed:?}");
    assert!(titles[0]["url"].as_str().is_some_and(|url| url.ends_with("/prices")));

    site.put("/about", page("", "<h1>About</h1>"));
    let worse = compared(&site, &[]).await.is(1);
    contains_all(
        &worse.printed,
        &["(title-missing): 1\n    new /about", "Fixed since the baseline", "The audit fails: "],
    );

    // What was not read again is neither fixed nor there.
    let part = compared(&site, &["--json", "--exclude", "/prices"]).await.json();
    let unchecked = part["baseline"]["unchecked"].as_array().expect("a list");
    assert!(unchecked.iter().any(|known| known["rule"] == "title-missing"), "{unchecked:?}");
}

#[tokio::test]
async fn a_file_that_is_no_result_is_no_baseline() {
    let site = broken().await;
    for content in ["{", "{}", r#"{"schema":"sitewright-audit","version":2,"site":"","findings":[]}"#] {
        let audit = Audit::of(&site.url, &["--baseline", "before.json"]);
        written(&audit, "before.json", content);
        let done = audit.run().await.is(2);
        assert!(done.messages.contains("before.json"), "{}", done.messages);
    }
    assert!(site.paths().is_empty(), "it is refused before the crawl");
}

/// Whether an object has only these members, and all of the first ones.
fn shaped(value: &Value, required: &[&str], optional: &[&str]) {
    let members: BTreeSet<&str> = value.as_object().expect("an object").keys().map(String::as_str).collect();
    for name in required {
        assert!(members.contains(name), "{name} is missing: {value}");
    }
    for name in members {
        assert!(
            required.contains(&name) || optional.contains(&name),
            "{name} is not in the standard: {value}"
        );
    }
}

/// The parts of the standard's schema that the result uses.
fn check_sarif(whole: &Value) {
    shaped(whole, &["$schema", "version", "runs"], &[]);
    assert_eq!(whole["version"], "2.1.0");
    let run = &whole["runs"][0];
    shaped(
        run,
        &["tool", "results"],
        &["language", "columnKind", "automationDetails", "invocations", "properties"],
    );
    let driver = &run["tool"]["driver"];
    shaped(driver, &["name", "rules"], &["version", "semanticVersion", "informationUri"]);
    let rules = driver["rules"].as_array().expect("rules");
    let levels = ["none", "note", "warning", "error"];
    for rule in rules {
        shaped(
            rule,
            &["id"],
            &["name", "shortDescription", "fullDescription", "help", "defaultConfiguration", "properties"],
        );
        for text in ["shortDescription", "fullDescription", "help"] {
            assert!(rule[text]["text"].as_str().is_some_and(|text| !text.is_empty()), "{rule}");
        }
        assert!(levels.contains(&rule["defaultConfiguration"]["level"].as_str().expect("a level")));
    }
    shaped(
        &run["invocations"][0],
        &["executionSuccessful"],
        &["startTimeUtc", "endTimeUtc", "toolExecutionNotifications"],
    );
    for result in run["results"].as_array().expect("results") {
        shaped(
            result,
            &["message", "ruleId", "ruleIndex", "level", "locations", "partialFingerprints"],
            &["webRequest", "properties", "baselineState"],
        );
        let place = usize::try_from(result["ruleIndex"].as_u64().expect("a number")).expect("a place");
        assert_eq!(rules[place]["id"], result["ruleId"]);
        assert!(levels.contains(&result["level"].as_str().expect("a level")));
        let location = &result["locations"][0]["physicalLocation"];
        let uri = location["artifactLocation"]["uri"].as_str().expect("a URI");
        assert!(!uri.is_empty() && !uri.contains("://") && !uri.contains(' '), "{uri}");
        assert_eq!(location["region"]["startLine"], 1);
        let mut prints = result["partialFingerprints"].as_object().expect("an object").values();
        assert!(prints.all(Value::is_string));
    }
}

#[tokio::test]
async fn sarif_has_rules_levels_locations_and_fingerprints_that_stay() {
    let site = broken().await;
    let first = Audit::of(&site.url, &["--format", "sarif"]).run().await.is(0).json();
    check_sarif(&first);
    let results = first["runs"][0]["results"].as_array().expect("results");
    let titled: Vec<_> = results.iter().filter(|result| result["ruleId"] == "title-missing").collect();
    assert_eq!(titled.len(), 1);
    has(
        titled[0],
        json!({
            "level": "error",
            "/locations/0/physicalLocation/artifactLocation/uri": "site/prices",
            "/webRequest/target": format!("{}/prices", site.url),
        }),
    );
    assert_eq!(titled[0].get("baselineState"), None, "there is no baseline");
    let prints = |sarif: &Value| -> BTreeSet<String> {
        let results = sarif["runs"][0]["results"].as_array().expect("results");
        let all: Vec<String> = results
            .iter()
            .filter_map(|result| result["partialFingerprints"]["primaryLocationLineHash"].as_str())
            .map(str::to_owned)
            .collect();
        let distinct: BTreeSet<String> = all.iter().cloned().collect();
        assert_eq!(distinct.len(), all.len(), "each finding has its own");
        distinct
    };
    let elsewhere = broken().await;
    let second = Audit::of(&elsewhere.url, &["--format", "sarif"]).run().await.is(0).json();
    assert_eq!(prints(&first), prints(&second));

    let baseline = Audit::of(&site.url, &["--json"]).run().await.is(0).printed;
    site.put("/about", page("", "<h1>About</h1>"));
    let audit = Audit::of(&site.url, &["--format", "sarif", "--baseline", "before.json"]);
    written(&audit, "before.json", &baseline);
    let third = audit.run().await.is(0).json();
    check_sarif(&third);
    let results = third["runs"][0]["results"].as_array().expect("results");
    let states: BTreeMap<&str, &str> = results
        .iter()
        .filter(|result| result["ruleId"] == "title-missing")
        .map(|result| {
            let uri = &result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
            (uri.as_str().expect("a URI"), result["baselineState"].as_str().expect("a state"))
        })
        .collect();
    assert_eq!(states, BTreeMap::from([("site/about", "new"), ("site/prices", "unchanged")]));
}

#[tokio::test]
async fn html_is_one_file_that_escapes_the_site() {
    let site = broken().await;
    let evil = "<h1>x</h1><img src=\"/a.png?&quot;><script>alert(1)</script>\"><a href=\"/&quot;onclick=&quot;x\">y</a>";
    site.put("/prices", page("", evil));
    let done = Audit::of(&site.url, &["--format", "html", "--language", "pl", "--output", "audit.html"]);
    let done = done.run().await.is(0);
    contains_all(&done.printed, &["Wynik "]);
    let html = fs::read_to_string(done.folder.path().join("audit.html")).expect("the file");
    contains_all(
        &html,
        &["<html lang=\"pl\">", "Popraw najpierw", "@media print", "color-scheme: light dark"],
    );
    assert!(!html.contains("<script") && !html.contains("\"onclick"), "it is escaped");
    let document = scraper::Html::parse_document(&html);
    let select = |css: &str| {
        let css = scraper::Selector::parse(css).expect("a selector");
        document.select(&css).count()
    };
    assert_eq!(select("img, script, link, iframe, object, form, [onclick], [src]"), 0);
    assert!(select("details") > 3 && select("h1") == 1 && select("a[href^='http']") > 0);
    assert!(!html.contains("url(") && !html.contains("@import"));
}

#[tokio::test]
async fn a_result_goes_to_a_file_and_a_summary_to_the_terminal() {
    let site = broken().await;
    let arguments = ["--format", "sarif", "--output", "audit.sarif", "--fail-on", "error"];
    let done = Audit::of(&site.url, &arguments).run().await.is(1);
    contains_all(&done.printed, &["Score ", "The audit fails: "]);
    let whole = fs::read_to_string(done.folder.path().join("audit.sarif")).expect("the file");
    check_sarif(&serde_json::from_str(&whole).expect("JSON"));
    Audit::of(&site.url, &["--output", "none/audit.txt"]).run().await.is(1);
}
