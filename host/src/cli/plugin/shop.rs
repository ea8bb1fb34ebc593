//! The conformance suite of shop systems in `plugin test`: the interface `shop` against the recorded answers of a shop,
//! which a server on loopback plays, and against trouble that the server makes.

mod conversation;
mod describe;
mod items;
mod reading;
mod record;
mod server;
mod sheet;
mod stage;
mod trouble;
mod writing;

use sitewright_engine::shop::Description;

use self::conversation::{Conversation, LOGIN};
use self::server::{Play, Server};
use self::sheet::Sheet;
use self::stage::{Plot, Stage};
use super::case::Tested;
use crate::cli::prelude::*;
use crate::platform::config::HostPorts;
use crate::platform::fetch::{Names, Networks};
use crate::work::connections::{self, NewConnection};

pub(super) use record::{Recorded, record};

/// The time limit of a request to the server on loopback.
const PATIENCE: Duration = Duration::from_secs(5);

/// The plugin under test.
pub(super) struct Subject<'a> {
    pub config: &'a Config,
    pub plugin: &'a Plugin,
    pub package: &'a Package,
    /// The folder of the plugin; conversations are below it.
    pub folder: &'a Path,
    /// The language of the report.
    pub reader: Locale,
}

/// Tests the interface with each conversation of the folder.
pub(super) async fn test(subject: &Subject<'_>) -> anyhow::Result<Vec<Tested>> {
    let mut tested = Vec::new();
    let Some(described) = describe::test(subject, &mut tested).await else { return Ok(tested) };
    let conversations = conversation::all(subject.folder, subject.reader)?;
    if conversations.is_empty() {
        let mut sheet = Sheet::new("shop", Locale::En, subject.reader);
        sheet.problem(&Text::key("cli.shop-no-conversation"));
        tested.push(sheet.end());
    }
    for (name, conversation) in conversations {
        tested.extend(converse(subject, &described, &name, conversation).await?);
    }
    Ok(tested)
}

async fn converse(
    subject: &Subject<'_>,
    described: &Description,
    name: &str,
    conversation: Conversation,
) -> anyhow::Result<Vec<Tested>> {
    let scene = Scene::open(subject, described, conversation).await?;
    let sheet = |part: &str, language| Sheet::new(&format!("{name}: {part}"), language, subject.reader);
    let mut tested = Vec::new();
    let mut check = sheet("check", Locale::En);
    let about = reading::check(&scene, &mut check).await;
    tested.push(check.end());
    let mut lists = Vec::new();
    let about = about.as_ref();
    for kind in &described.kinds {
        let mut list = sheet(&format!("list {}", kind.id), Locale::En);
        let items = reading::list(&scene, kind, about, &mut list).await;
        tested.push(list.end());
        let mut read = sheet(&format!("read {}", kind.id), Locale::En);
        reading::read(&scene, kind, &items, &mut read).await;
        tested.push(read.end());
        lists.push((kind, items));
    }
    let mut write = sheet("write", Locale::En);
    writing::test(&scene, &lists, &mut write).await;
    tested.push(write.end());
    let mut secrets = sheet("secrets", Locale::En);
    writing::hostile(&scene, &lists, &mut secrets).await;
    tested.push(secrets.end());
    let mut messages = trouble::Messages::new();
    for language in Locale::ALL {
        let mut faults = sheet("faults", language);
        trouble::test(&scene, &lists, &mut messages, &mut faults).await;
        tested.push(faults.end());
    }
    scene.stage.close().await;
    Ok(tested)
}

/// A connected shop that is played.
struct Scene {
    server: Server,
    stage: Stage,
}

impl Scene {
    async fn open(
        subject: &Subject<'_>,
        described: &Description,
        conversation: Conversation,
    ) -> anyhow::Result<Self> {
        let secrets = conversation.secrets.iter().map(|name| (name.clone(), server::secret(name))).collect();
        let login = described.login.as_ref().map_or("", |_| LOGIN);
        let connection = NewConnection::of(&described.connection, &conversation.host, login, secrets);
        let connection = connections::checked(connection).map_err(|problem| {
            let text = problem.render(subject.reader).message;
            anyhow!("{}: {text}", conversation.host)
        })?;
        let (hosts, now_ms) = (conversation.hosts(), conversation.now_ms);
        let server = Server::start(conversation).await?;
        let listed =
            |pair: &dyn Fn(&str) -> String| hosts.iter().map(|host| pair(host)).collect::<Vec<_>>().join(",");
        let unread = || anyhow!("a host of the conversation is not a name");
        let config = Config {
            fetch_private: Networks::parse("127.0.0.1").with_context(unread)?,
            fetch_names: Names::parse(&listed(&|host| format!("{host}=127.0.0.1"))).with_context(unread)?,
            plugin_http_plain: HostPorts::parse(&listed(&|host| format!("{host}:{}", server.port)))
                .with_context(unread)?,
            plugin_http_timeout: PATIENCE,
            ..subject.config.clone()
        };
        let Subject { plugin, package, .. } = subject;
        let plot = Plot { plugin, package, connection, now_ms, paced: false };
        let stage = Stage::open(&config, plot).await?;
        Ok(Self { server, stage })
    }

    fn play(&self, play: Play) {
        self.server.play(play);
    }

    /// Reports requests without a recorded answer.
    fn expect_answered(&self, call: &str, sheet: &mut Sheet) {
        for request in self.server.lacking() {
            sheet.found(call, &Text::key("cli.shop-answered"), request.line());
        }
    }
}
