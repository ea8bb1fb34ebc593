//! A rule pack that does nothing, to measure what a call costs.

#![cfg(target_arch = "wasm32")]

use sitewright_sdk::Texts;
use sitewright_sdk::rules::{Check, Pack, Page, Report, Rule, Settings, Severity};

static PACK: Pack = Pack {
    texts: &TEXTS,
    tables: &["pages", "links"],
    probes: &[],
    rules: &[Rule {
        id: "idle",
        severity: Severity::Notice,
        category: "tests",
        score: false,
        needs: &[],
        parameters: &[],
        values: &[],
        systems: &[],
        check: Check::Page(idle),
    }],
};

static TEXTS: Texts = Texts::none();

fn idle(_: &Page, _: &Settings, _: &mut Report) {}

sitewright_sdk::export_rules!(PACK);
