//! A page of a plugin's own for its tool: `ui/index.html` and what lies beside it.
//!
//! In the browser it stands in a frame without an origin, and its content security policy lets it load nothing but the
//! files of its own package. What could not work there is told here, with its line.

use std::cell::RefCell;

use html5ever::{
    tendril::StrTendril,
    tokenizer::{
        BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
        states::RawKind,
    },
};

use crate::archive::Archive;
use crate::layout::UI;
use crate::problem::{Found, Problem};
use crate::{Code, json};

/// What `plugin.toml` names as the module of a tool with a page of its own.
pub const PAGE: &str = "page";
/// Where such a page begins.
pub const PAGE_ENTRY: &str = "ui/index.html";

/// Elements that lead out of the frame, or bring something in that is not the package's.
const ELEMENTS: [&str; 7] = ["base", "embed", "frame", "frameset", "iframe", "object", "portal"];
/// Attributes that hold one address.
const ADDRESSES: [&str; 7] = ["action", "background", "data", "formaction", "href", "poster", "src"];

pub(crate) fn check(archive: &Archive, found: &mut Found) {
    if !archive.names.contains(PAGE_ENTRY) {
        found.at(PAGE_ENTRY, Code::PageMissing);
    }
    for (name, file) in archive.below(UI).filter(|(name, _)| name.ends_with(".html")) {
        let Some(text) = json::text(file, name, found) else { continue };
        let page = Page { archive, name, found: RefCell::new(found) };
        let tokenizer = Tokenizer::new(page, TokenizerOpts::default());
        let input = BufferQueue::default();
        input.push_back(StrTendril::from_slice(text));
        // A script is not run, so the tokenizer never has to wait.
        let _ = tokenizer.feed(&input);
        tokenizer.end();
    }
}

/// A page while its tags are looked at.
struct Page<'a> {
    archive: &'a Archive,
    name: &'a str,
    found: RefCell<&'a mut Found>,
}

impl TokenSink for Page<'_> {
    type Handle = ();

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<()> {
        let Token::TagToken(tag) = token else { return TokenSinkResult::Continue };
        if tag.kind == TagKind::EndTag {
            return TokenSinkResult::Continue;
        }
        self.look_at(&tag, line);
        match &*tag.name {
            "script" => TokenSinkResult::RawData(RawKind::ScriptData),
            "style" | "iframe" | "noembed" | "noframes" | "xmp" => TokenSinkResult::RawData(RawKind::Rawtext),
            "title" | "textarea" => TokenSinkResult::RawData(RawKind::Rcdata),
            _ => TokenSinkResult::Continue,
        }
    }
}

impl Page<'_> {
    fn tell(&self, code: Code, line: u64, name: &str, value: &str) {
        let problem = Problem::at(code, self.name).with("line", line);
        self.found.borrow_mut().add(problem.with(name, value));
    }

    fn look_at(&self, tag: &Tag, line: u64) {
        let element = &*tag.name;
        let attribute = |name: &str| {
            let found = tag.attrs.iter().find(|attribute| &*attribute.name.local == name);
            found.map(|attribute| attribute.value.trim())
        };
        // Only the policy of the server counts; a second one, or a way on to another address, would be the page's own.
        if ELEMENTS.contains(&element) || (element == "meta" && attribute("http-equiv").is_some()) {
            self.tell(Code::PageElement, line, "element", element);
        }
        let is_data = attribute("type").is_some_and(|kind| kind.eq_ignore_ascii_case("application/json"));
        if element == "style" || (element == "script" && attribute("src").is_none() && !is_data) {
            self.tell(Code::PageInline, line, "found", element);
        }
        for attribute in &tag.attrs {
            let (name, value) = (&*attribute.name.local, attribute.value.trim());
            if name == "style" || name == "srcdoc" || name.starts_with("on") {
                self.tell(Code::PageInline, line, "found", name);
            } else if name == "srcset" || name == "imagesrcset" {
                let addresses = value.split(',').filter_map(|one| one.split_whitespace().next());
                addresses.for_each(|address| self.follow(address, line));
            } else if ADDRESSES.contains(&name) {
                self.follow(value, line);
            }
        }
    }

    /// Whether an address leads to a file of the package, or to a place on the page itself.
    fn follow(&self, address: &str, line: u64) {
        let path = address.split(['?', '#']).next().unwrap_or_default();
        let is_here = path.is_empty() && !address.starts_with('?');
        if !is_here && !self.beside(path).is_some_and(|name| self.archive.names.contains(&name)) {
            self.tell(Code::PageAddress, line, "address", address);
        }
    }

    /// The file that a path from this page leads to; none where that is not below `ui/`.
    fn beside(&self, path: &str) -> Option<String> {
        let mut parts: Vec<&str> = self.name.split('/').collect();
        parts.pop();
        for part in path.split('/') {
            match part {
                "." => {}
                ".." => drop(parts.pop()),
                part => parts.push(part),
            }
        }
        Some(parts.join("/")).filter(|name| name.starts_with(UI))
    }
}
