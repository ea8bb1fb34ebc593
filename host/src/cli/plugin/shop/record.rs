//! `--record --shop`: makes the conversation with a real shop.

use sitewright_engine::shop::{Change, Description, Item};

use super::conversation::{Conversation, Writing};
use super::stage::{Plot, Stage};
use super::{Subject, items, reading, writing};
use crate::cli::prelude::*;
use crate::platform::clock::Timestamp;
use crate::work::connections::{self, NewConnection};

const LANGUAGE: Locale = Locale::En;

/// The shop to record.
#[derive(Args)]
pub(in super::super) struct Recorded {
    /// Record the conversation of a shop system with the shop at this host, in recordings/shop/
    #[arg(long, requires = "record", value_name = "HOST")]
    pub shop: Option<String>,
    /// The login of the connection with the shop
    #[arg(long, requires = "shop", default_value = "", hide_default_value = true)]
    login: String,
    /// A secret of that connection, with the environment variable that contains it, such as token=SHOP_TOKEN
    #[arg(long = "secret", requires = "shop", value_name = "NAME=VARIABLE")]
    secrets: Vec<String>,
    /// Record `write` too: change texts of one item of each kind in the shop, read them, and write the old ones back
    #[arg(long, requires = "shop")]
    write: bool,
}

impl Recorded {
    /// The secrets by name, from the environment.
    fn secrets(&self, reader: Locale) -> anyhow::Result<BTreeMap<String, String>> {
        let one = |pair: &String| {
            let unread =
                || Text::key("cli.shop-secret-unread").with("secret", pair.as_str()).fail(reader).misuse();
            let (name, variable) = pair.split_once('=').with_context(unread)?;
            Ok((name.to_owned(), std::env::var(variable).ok().with_context(unread)?))
        };
        self.secrets.iter().map(one).collect()
    }
}

/// Records the conversation with `host` into the folder.
pub(in super::super) async fn record(
    subject: &Subject<'_>,
    recorded: &Recorded,
    host: &str,
) -> anyhow::Result<()> {
    let reader = subject.reader;
    let described = subject.plugin.describe_shop(LANGUAGE.tag()).await?;
    let secrets = recorded.secrets(reader)?;
    let names = secrets.keys().cloned().collect();
    let connection = NewConnection::of(&described.connection, host, &recorded.login, secrets);
    let connection = connections::checked(connection)
        .map_err(|problem| crate::cli::failure::Failure::of(&problem, reader, |field| field.to_owned()))?;
    let now_ms = u64::try_from(Timestamp::now().0).unwrap_or_default();
    let mut conversation = Conversation::new(connection.host(), names, now_ms);
    let Subject { config, plugin, package, .. } = subject;
    let stage = Stage::open(config, Plot { plugin, package, connection, now_ms, paced: true }).await?;
    let taped = Tape { stage: &stage, described: &described, login: &recorded.login, reader };
    let done = taped.run(&mut conversation, recorded.write).await;
    stage.close().await;
    done?;
    let file = conversation.keep(subject.folder, reader)?;
    let calls = conversation.writing.iter().map(|writing| writing.exchanges.len()).sum::<usize>();
    let kept = Text::key("cli.test-kept").with("file", file.display().to_string());
    eprintln!("{}", kept.with("answers", conversation.reading.len() + calls).say(reader));
    Ok(())
}

struct Tape<'a> {
    stage: &'a Stage,
    described: &'a Description,
    login: &'a str,
    reader: Locale,
}

impl Tape<'_> {
    async fn run(&self, conversation: &mut Conversation, writes: bool) -> anyhow::Result<()> {
        self.stage.check(LANGUAGE).await.map_err(|ended| anyhow!("check: {ended}"))?;
        let mut lists = Vec::new();
        for kind in &self.described.kinds {
            let call = |function: &str| format!("{function} {}", kind.id);
            let listed = reading::pages(self.stage, &kind.id, conversation.page, conversation.pages).await;
            let listed = listed.map_err(|ended| anyhow!("{}: {ended}", call("list")))?;
            let items: Vec<Item> = listed.pages.into_iter().flatten().collect();
            for part in reading::batches(kind, &items) {
                let ids = part.iter().map(|item| item.id.clone()).collect();
                self.read(&kind.id, ids).await?;
            }
            if let Some(id) = reading::unknown_id(&items) {
                self.read(&kind.id, vec![id]).await?;
            }
            lists.push((kind, items));
        }
        conversation.read(self.exchanges());
        for (kind, items) in lists.iter().filter(|_| writes) {
            let Some(plan) = writing::plan(kind, items, &self.described.elements) else { continue };
            for changes in plan {
                conversation.writing.push(self.write(&kind.id, changes).await?);
            }
        }
        Ok(())
    }

    async fn read(&self, kind: &str, ids: Vec<String>) -> anyhow::Result<Vec<Item>> {
        let found = self.stage.read(LANGUAGE, kind, ids).await;
        found.map_err(|ended| anyhow!("read {kind}: {ended}"))
    }

    /// Writes and reads. A change that failed is a message, so that the next call still writes the old texts.
    async fn write(&self, kind: &str, changes: Vec<Change>) -> anyhow::Result<Writing> {
        let results = self.stage.write(LANGUAGE, kind, changes.clone()).await;
        let results = results.map_err(|ended| anyhow!("write {kind}: {ended}"))?;
        let ids = changes.iter().map(|change| change.id.clone()).collect();
        let found = self.read(kind, ids).await?;
        for (change, result) in changes.iter().zip(results) {
            let is_wrong = change.edits.iter().any(|edit| edit.field == writing::UNKNOWN);
            if let Some(ended) = result.err().filter(|_| !is_wrong) {
                eprintln!("write {kind} {}: {ended}", change.id);
            }
            let item = found.iter().find(|item| item.id == change.id);
            for edit in change.edits.iter().filter(|_| !is_wrong) {
                let value = item.and_then(|item| items::value(item, &edit.language, &edit.field));
                if value != Some(edit.after.as_str()) {
                    let place = format!("{}: {}/{}", change.id, edit.language, edit.field);
                    let text = Text::key("cli.shop-other-form").with("place", place);
                    let value = value.map_or("–".to_owned(), items::short);
                    eprintln!("{}", text.with("text", value).say(self.reader));
                }
            }
        }
        Ok(Writing { kind: kind.to_owned(), changes, exchanges: self.exchanges() })
    }

    fn exchanges(&self) -> Vec<super::conversation::Exchange> {
        let all = self.stage.exchanges();
        all.into_iter().map(|exchange| exchange.clean(self.login)).collect()
    }
}
