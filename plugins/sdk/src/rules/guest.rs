//! The component's side: the imports as a [`Source`], and the exports.

use super::bindings::sitewright::plugin::crawl::{self, Condition, Selection};
use super::bindings::sitewright::plugin::facts::Table;
use super::{Failure, Finding, Pack, Source, pages_checked, site, site_checked};
use crate::guest::bindings::sitewright::plugin::context;

struct Imports;

/// Opaque to the compiler, so that every pack imports the same interfaces, whether it uses them or not.
fn imports() -> &'static dyn Source {
    core::hint::black_box(&Imports)
}

impl Source for Imports {
    fn select(
        &self,
        table: &str,
        conditions: &[Condition],
        after: u64,
        limit: u32,
    ) -> Result<Selection, Failure> {
        crawl::select(table, conditions, after, limit)
    }

    fn pages(&self, numbers: &[u32], tables: &[&str]) -> Result<Vec<Table>, Failure> {
        let tables: Vec<String> = tables.iter().map(|name| (*name).to_owned()).collect();
        crawl::pages(numbers, &tables)
    }

    fn report(&self, findings: Vec<Finding>) -> Result<(), Failure> {
        crawl::report(&findings)
    }

    fn now(&self) -> u64 {
        context::now()
    }
}

pub fn check_pages(pack: &'static Pack, batch: Vec<Table>, settings: String) -> Vec<Finding> {
    pages_checked(pack, &site::batch(pack.tables, &batch), &settings, imports())
}

pub fn check_site(pack: &'static Pack, settings: String) -> Result<(), Failure> {
    site_checked(pack, &settings, imports())
}
