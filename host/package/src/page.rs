//! The tool's own page: `ui/index.html` and the files beside it.
//!
//! In the browser it runs in a frame without an origin, and its content security policy lets it load only the files
//! of its own package. This module reports everything that would not work there, with its line.

use std::cell::RefCell;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};

use crate::archive::Archive;
use crate::layout::UI;
use crate::{Code, Problem, Problems, json};

/// The value of `module` in `plugin.toml` for a tool with its own page.
pub const PAGE: &str = "page";
/// The entry file of such a page.
pub const PAGE_ENTRY: &str = "ui/index.html";

/// Elements that navigate out of the frame or load external content.
const ELEMENTS: [&str; 7] = ["base", "embed", "frame", "frameset", "iframe", "object", "portal"];
/// Attributes that contain one address.
const ADDRESSES: [&str; 7] = ["action", "background", "data", "formaction", "href", "poster", "src"];

pub(crate) fn check(archive: &Archive, found: &mut Problems) {
    if !archive.names.contains(PAGE_ENTRY) {
        found.at(PAGE_ENTRY, Code::PageMissing);
    }
    for (name, file) in archive.below(UI).filter(|(name, _)| name.ends_with(".html")) {
        let Some(text) = json::text(file, name, found) else { continue };
        let page = Page { archive, name, found: RefCell::new(found) };
        let tokenizer = Tokenizer::new(page, TokenizerOpts::default());
        let input = BufferQueue::default();
        input.push_back(StrTendril::from_slice(text));
        // Scripts are not run, so the tokenizer never pauses.
        let _ = tokenizer.feed(&input);
        tokenizer.end();
    }
}

/// The state while the tags of a page are checked.
struct Page<'a> {
    archive: &'a Archive,
    name: &'a str,
    found: RefCell<&'a mut Problems>,
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
    fn report(&self, code: Code, line: u64, name: &str, value: &str) {
        let problem = Problem::at(code, self.name).with("line", line);
        self.found.borrow_mut().add(problem.with(name, value));
    }

    fn look_at(&self, tag: &Tag, line: u64) {
        let element = &*tag.name;
        let attribute = |name: &str| {
            let found = tag.attrs.iter().find(|attribute| &*attribute.name.local == name);
            found.map(|attribute| attribute.value.trim())
        };
        // Only the server's policy applies; the page may not set another policy or redirect.
        if ELEMENTS.contains(&element) || (element == "meta" && attribute("http-equiv").is_some()) {
            self.report(Code::PageElement, line, "element", element);
        }
        let is_data = attribute("type").is_some_and(|kind| kind.eq_ignore_ascii_case("application/json"));
        if element == "style" || (element == "script" && attribute("src").is_none() && !is_data) {
            self.report(Code::PageInline, line, "found", element);
        }
        for attribute in &tag.attrs {
            let (name, value) = (&*attribute.name.local, attribute.value.trim());
            if name == "style" || name == "srcdoc" || name.starts_with("on") {
                self.report(Code::PageInline, line, "found", name);
            } else if name == "srcset" || name == "imagesrcset" {
                let addresses = value.split(',').filter_map(|one| one.split_whitespace().next());
                addresses.for_each(|address| self.follow(address, line));
            } else if ADDRESSES.contains(&name) {
                self.follow(value, line);
            }
        }
    }

    /// Checks that an address refers to a file of the package, or to a place on the page itself.
    fn follow(&self, address: &str, line: u64) {
        let path = address.split(['?', '#']).next().unwrap_or_default();
        let is_here = path.is_empty() && !address.starts_with('?');
        if !is_here && !self.beside(path).is_some_and(|name| self.archive.names.contains(&name)) {
            self.report(Code::PageAddress, line, "address", address);
        }
    }

    /// The file that a relative path refers to; `None` if it is not below `ui/`.
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
