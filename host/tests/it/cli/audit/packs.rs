//! `--pack`: rules from files, beside the built-in ones.

use super::{Audit, of_rule, page};
use crate::packages::Partner;
use crate::prelude::*;
use crate::util::site::Site;

const RULE: &str = "own-checks-images-without-alt";

#[tokio::test]
async fn the_rules_of_a_package_are_checked_besides_the_built_in_ones() {
    let partner = Partner::new();
    partner.does(&["new", "own-checks", "--kind", "rules", "--publisher", "acme"]);
    partner.does(&["pack", "own-checks", "-o", "own.plugin"]);
    let file = partner.path("own.plugin").display().to_string();
    let site = Site::start([
        ("/", page("Oak tables", "<img src=\"/a.jpg\"><a href=\"/prices\">Prices</a>")),
        ("/prices", page("", "<img src=\"/b.jpg\" alt=\"Oak\">")),
    ])
    .await;

    let result = Audit::of(&site.url, &["--json"]).run().await.is(0).json();
    assert!(of_rule(&result, RULE).is_empty());
    let result = Audit::of(&site.url, &["--json", "--pack", &file]).run().await.is(0).json();
    let found: Vec<_> = of_rule(&result, RULE).iter().map(|finding| finding["url"].clone()).collect();
    assert_eq!(found, [format!("{}/", site.url)]);
    assert_eq!(of_rule(&result, "title-missing").len(), 1, "{result}");
    let off = ["--pack", &file, "--off", RULE, "--json"];
    let result = Audit::of(&site.url, &off).run().await.is(0).json();
    assert!(of_rule(&result, RULE).is_empty());

    // With the id of a built-in pack it takes its place.
    let manifest = fs::read_to_string(partner.path("own-checks/plugin.toml")).expect("a manifest");
    partner.write("own-checks/plugin.toml", manifest.replace("\"own-checks\"", "\"audit-titles\""));
    partner.does(&["pack", "own-checks", "-o", "own.plugin"]);
    let result = Audit::of(&site.url, &["--json", "--pack", &file]).run().await.is(0).json();
    assert_eq!((of_rule(&result, RULE).len(), of_rule(&result, "title-missing").len()), (1, 0), "{result}");
}

#[tokio::test]
async fn a_package_without_usable_rules_is_refused() {
    let partner = Partner::new();
    partner.does(&["new", "own-tool", "--publisher", "acme"]);
    partner.does(&["pack", "own-tool", "-o", "tool.plugin"]);
    partner.write("no.plugin", "not a package");
    for (file, said) in [
        ("tool.plugin", "It is a tool and has no rules"),
        ("no.plugin", "The package "),
        ("missing.plugin", "cannot be used: No such file"),
    ] {
        let file = partner.path(file).display().to_string();
        // Nothing is read of the site before.
        let done = Audit::of("http://127.0.0.1:9", &["--pack", &file]).run().await.is(2);
        assert!(done.printed.is_empty(), "{}", done.printed);
        contains_all(&done.messages, &[&file, said]);
    }
}
