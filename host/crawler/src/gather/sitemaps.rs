//! Sitemaps, and the pages that they list.

use std::collections::HashMap;
use std::fmt::Write as _;

use sitewright_facts::{NewListing, NewSitemap, UNKNOWN};

use super::Gatherer;
use crate::crawl::SitemapVisit;
use crate::frontier::{Found, NO_NUMBER};
use crate::page::dates;
use crate::sitemap::{Format, Problem, ProblemKind};

impl Gatherer {
    pub(super) fn add_sitemap(&mut self, number: u32, url: &str, visit: &SitemapVisit) {
        for sitemap in &visit.sitemaps {
            self.indexes.entry(*sitemap).or_insert_with(|| url.to_owned());
        }
        // The target of a redirect is the sitemap that was named.
        if let Some(target) = visit.target {
            self.sitemap_ways
                .insert(target, self.sitemap_ways.get(&number).copied().unwrap_or(Found::Redirect));
            let source = self.source_of_sitemap(number, url);
            self.indexes.insert(target, source);
        }
        // A crawl that goes on asks again.
        if self.around.view().sitemaps().any(|known| known.url() == url) {
            return;
        }
        self.add_listings(visit);
        let dates: Vec<&str> = visit.pages.iter().filter_map(|page| page.last_modified.as_deref()).collect();
        let mut same: HashMap<&str, u32> = HashMap::new();
        dates.iter().for_each(|date| *same.entry(date).or_default() += 1);
        // The end of the next day: the date may be one of a zone that is ahead.
        let is_future = |date: &&&str| dates::day_of(date).is_some_and(|day| day > self.today + 1);
        let future: Vec<&&str> = dates.iter().filter(is_future).collect();
        let invalid =
            visit.problems.iter().filter(|problem| problem.kind == ProblemKind::InvalidDate).count();
        let mut problems: Vec<String> = visit.problems.iter().filter_map(described).collect();
        problems.extend(future.first().map(|date| format!("lastmod-future 0 {date}")));
        let format = match visit.format {
            Some(Format::Index) => 1,
            Some(Format::Pages) => 2,
            Some(Format::Text) => 3,
            Some(Format::Rss) => 4,
            Some(Format::Atom) => 5,
            Some(Format::Unknown) | None => 0,
        };
        let row = NewSitemap {
            url,
            status: visit.reply.status.into(),
            format,
            urls: u32::try_from(visit.pages.len() + visit.sitemaps.len()).unwrap_or(UNKNOWN),
            bytes: u32::try_from(visit.decoded).unwrap_or(UNKNOWN),
            problems: &problems.join("\n"),
            lastmods: dates.len() as u32,
            same_lastmods: same.values().copied().max().unwrap_or(0),
            bad_lastmods: (invalid + future.len()) as u32,
            ..NewSitemap::default()
        };
        self.push_sitemap(number, row);
    }

    /// Adds the pages of the sitemap whose row comes next, unless an earlier one lists them.
    fn add_listings(&mut self, visit: &SitemapVisit) {
        let sitemap = self.around.sitemaps.len() as u32;
        for page in visit.pages.iter().filter(|page| page.number != NO_NUMBER) {
            if !self.listed.insert(page.number) {
                continue;
            }
            let mut alternates = String::new();
            for (code, number) in page.alternates.iter().filter(|(_, number)| *number != NO_NUMBER) {
                // Writing to a text does not fail.
                let _ = writeln!(alternates, "{} {number}", code.replace('\n', " "));
            }
            NewListing { page: page.number, sitemap, alternates: &alternates, ..NewListing::default() }
                .push(&mut self.around.listings);
        }
    }

    pub(super) fn push_sitemap(&mut self, number: u32, row: NewSitemap<'_>) {
        let found = match self.sitemap_ways.get(&number) {
            Some(Found::Robots) => 0,
            Some(Found::Guess) => 1,
            Some(Found::Sitemap) => 2,
            _ => 3,
        };
        let source = self.source_of_sitemap(number, row.url);
        NewSitemap { found, source: &source, ..row }.push(&mut self.around.sitemaps);
    }

    /// The index or the robots.txt that names a sitemap; empty without one.
    fn source_of_sitemap(&self, number: u32, url: &str) -> String {
        if let Some(index) = self.indexes.get(&number) {
            return index.clone();
        }
        if self.sitemap_ways.get(&number) != Some(&Found::Robots) {
            return String::new();
        }
        let view = self.around.view();
        let names = |list: &str| list.lines().any(|line| line == url);
        let exact = view.robots().find(|robots| names(robots.sitemaps()));
        let any = || view.robots().find(|robots| !robots.sitemaps().is_empty());
        exact.or_else(any).map(|robots| robots.url().to_owned()).unwrap_or_default()
    }
}

fn described(problem: &Problem) -> Option<String> {
    let code = match problem.kind {
        ProblemKind::NotWellFormed | ProblemKind::UnknownEntity => "malformed",
        ProblemKind::UnknownRoot => "root",
        ProblemKind::WrongNamespace => "namespace",
        ProblemKind::InvalidAddress => "relative",
        ProblemKind::TooManyAddresses => "too-many",
        ProblemKind::TooLarge => "too-large",
        ProblemKind::InvalidDate => "lastmod-invalid",
        _ => return None,
    };
    // The text of a date or an address is better than the end of its element.
    let has_text = matches!(problem.kind, ProblemKind::InvalidAddress | ProblemKind::InvalidDate);
    let text = if has_text && !problem.text.is_empty() { &problem.text } else { &problem.near };
    Some(format!("{code} {} {}", problem.line, text.replace('\n', " ")))
}
