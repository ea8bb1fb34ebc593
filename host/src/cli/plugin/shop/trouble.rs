//! Faults: what the plugin makes of a shop that refuses, fails or answers nonsense.

use sitewright_engine::shop::{Change, Item, Kind};

use super::server::{Play, Trouble};
use super::sheet::Sheet;
use super::stage::{Done, Ended};
use super::writing::{Lists, edit, open_items};
use super::{Scene, reading};
use crate::cli::prelude::*;

/// The English messages, by call and trouble.
pub(super) type Messages = HashMap<String, String>;

/// The result without a fault.
const OK: &str = "ok";
const ALL: [Trouble; 12] = [
    Trouble::Status(401),
    Trouble::Status(403),
    Trouble::Status(404),
    Trouble::Status(500),
    Trouble::Status(503),
    Trouble::TooMany,
    Trouble::Cut,
    Trouble::Unreadable,
    Trouble::Empty,
    Trouble::Page,
    Trouble::Endless,
    Trouble::Private,
];

/// A function of the interface.
#[derive(Clone, Copy, PartialEq)]
enum Function {
    Check,
    List,
    Read,
    Write,
}

impl Function {
    const ALL: [Self; 4] = [Self::Check, Self::List, Self::Read, Self::Write];

    fn name(self) -> &'static str {
        match self {
            Self::Check => "check",
            Self::List => "list",
            Self::Read => "read",
            Self::Write => "write",
        }
    }

    /// The results that the contract permits.
    fn expected(self, trouble: Trouble) -> &'static [&'static str] {
        const ANY: &[&str] = &[OK, "denied", "invalid", "not-found", "rate-limited", "unavailable"];
        match (trouble, self) {
            (Trouble::Status(401 | 403), _) => &["denied"],
            (Trouble::Status(404), Self::Check | Self::List) => {
                &["denied", "invalid", "not-connected", "not-found", "unavailable"]
            }
            // Nothing was listed, so the item is left out.
            (Trouble::Status(404), Self::Read) => &[OK, "not-found"],
            (Trouble::Status(404), Self::Write) => &["not-found"],
            (Trouble::TooMany, Self::Write) => ANY,
            (Trouble::TooMany, _) => &[OK, "rate-limited"],
            // The host reads what was written, whatever the answer was.
            (Trouble::Unreadable | Trouble::Empty | Trouble::Page, Self::Write) => ANY,
            (Trouble::Page, _) => &["denied", "not-connected", "unavailable"],
            (Trouble::Private, _) => &["denied", "unavailable"],
            _ => &["unavailable"],
        }
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Status(status) => write!(f, "{status}"),
            Self::TooMany => f.write_str("429"),
            Self::Cut => f.write_str("cut"),
            Self::Unreadable => f.write_str("no JSON"),
            Self::Empty => f.write_str("empty"),
            Self::Page => f.write_str("HTML"),
            Self::Endless => f.write_str("endless"),
            Self::Private => f.write_str("redirect"),
        }
    }
}

/// Makes each trouble with each function, in the language of the sheet.
pub(super) async fn test(scene: &Scene, lists: &Lists<'_>, messages: &mut Messages, sheet: &mut Sheet) {
    let with_items = lists.iter().find(|(_, items)| open_items(items).next().is_some());
    let Some((kind, items)) = with_items else {
        return sheet.note(&Text::key("cli.shop-no-items"));
    };
    for trouble in ALL {
        for function in Function::ALL {
            scene.play(Play::Trouble(trouble));
            let call = format!("{} ({trouble})", function.name());
            for done in results(scene, function, kind, items, sheet.language).await {
                if sheet.is_within(&call, &done) {
                    expect_fault(&call, function.expected(trouble), &done, sheet);
                    expect_message(&call, &done, messages, sheet);
                }
            }
        }
    }
}

/// The results of a call: that of `write` has one for each change.
async fn results(
    scene: &Scene,
    function: Function,
    kind: &Kind,
    items: &[Item],
    language: Locale,
) -> Vec<Done<()>> {
    let (stage, page) = (&scene.stage, scene.server.conversation().page);
    match function {
        Function::Check => vec![stage.check(language).await.map(drop)],
        Function::List => vec![stage.list(language, &kind.id, None, page).await.map(drop)],
        Function::Read => {
            // As it was recorded: after a refusal the answer comes.
            let batch = reading::batches(kind, items).next().unwrap_or_default();
            let ids = batch.iter().map(|item| item.id.clone()).collect();
            vec![stage.read(language, &kind.id, ids).await.map(drop)]
        }
        Function::Write => {
            let field = kind.fields.first().map_or("title", |field| field.id.as_str());
            let change =
                |item: &Item| Change { id: item.id.clone(), edits: vec![edit(item, field, "Sitewright")] };
            let changes = open_items(items).take(2).map(change).collect();
            stage.write(language, &kind.id, changes).await.unwrap_or_else(|ended| vec![Err(ended)])
        }
    }
}

fn expect_fault(call: &str, expected: &[&str], done: &Done<()>, sheet: &mut Sheet) {
    let name = done.as_ref().err().map_or(OK, Ended::name);
    if !expected.contains(&name) {
        let made = done.as_ref().err().map_or_else(|| OK.to_owned(), ToString::to_string);
        sheet.found(call, &Text::key("cli.shop-fault").with("faults", expected.join(", ")), made);
    }
}

/// A message is not empty, and differs between the languages.
fn expect_message(call: &str, done: &Done<()>, messages: &mut Messages, sheet: &mut Sheet) {
    let Some(message) = done.as_ref().err().and_then(Ended::message) else { return };
    if message.trim().is_empty() {
        return sheet.found(call, &Text::key("cli.shop-message"), "\"\"");
    }
    match (sheet.language, messages.get(call)) {
        (Locale::En, _) => {
            messages.insert(call.to_owned(), message);
        }
        (Locale::Pl, Some(english)) if *english == message => {
            sheet.found(call, &Text::key("cli.shop-message-language"), format!("{message:?}"));
        }
        _ => {}
    }
}
