//! Calls of a shop system for one connected shop. Each call is a run of the plugin with its own limits and with the only
//! connection of the shop.

use sitewright_engine::shop::{
    About, Change, Description, Fault, Item, Message, Notice, Opening, Page as ItemPage, Touched,
};
use sitewright_engine::{Answer, BoxFuture as Answering, Call, Context, Failure, Ports, RunError};

use super::ShopStatus;
use super::store::Shop;
use super::systems::{self, System};
use crate::platform::prelude::*;
use crate::work::egress::{Egress, Owner, Using};
use crate::work::runs::problems;

/// A shop system with the connection of a shop.
pub(super) struct Client {
    app: App,
    system: System,
    pub kinds: Arc<Description>,
    owner: Owner,
    /// The language of the plugin's messages.
    locale: Locale,
}

/// Why a call failed, and whether a later one may succeed.
#[derive(Debug)]
pub(super) struct Unserved {
    pub problem: Problem,
    pub then: Then,
}

/// What can be done after a failed call.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Then {
    /// Nothing without a user.
    Stop,
    /// The user has to connect the shop again.
    Reconnect,
    /// Another call after this time; nothing was done.
    Wait(Duration),
    /// Another call after this time; what was done is unknown.
    Retry(Duration),
}

impl Then {
    /// The pause before another call, if that may succeed.
    pub fn pause(self) -> Option<Duration> {
        match self {
            Self::Wait(pause) | Self::Retry(pause) => Some(pause),
            Self::Stop | Self::Reconnect => None,
        }
    }
}

impl Unserved {
    /// The status of the shop that follows from it.
    pub fn status(&self) -> ShopStatus {
        match self.then {
            Then::Reconnect => ShopStatus::Denied,
            Then::Stop | Then::Wait(_) | Then::Retry(_) => ShopStatus::Unreachable,
        }
    }
}

impl From<Problem> for Unserved {
    fn from(problem: Problem) -> Self {
        Self { problem, then: Then::Stop }
    }
}

impl From<sqlx::Error> for Unserved {
    fn from(error: sqlx::Error) -> Self {
        Problem::from(error).into()
    }
}

/// The pause after a failure that may pass.
const PAUSE: Duration = Duration::from_secs(5);

impl Client {
    pub async fn of(app: &App, shop: &Shop, locale: Locale) -> Result<Self> {
        let system = systems::find(app, &shop.account_id, &shop.plugin).await?;
        let using = Using::One(shop.connection_id.clone());
        Self::using(app, system, &shop.account_id, shop.project_id, using, locale).await
    }

    /// The operator's application of a shop system.
    pub async fn of_application(app: &App, system: System, locale: Locale) -> Result<Self> {
        let kind = system.described(locale).await?.connection.clone();
        Self::using(app, system, "", None, Using::Application(kind), locale).await
    }

    /// A connection that the application has made, whose account may be empty.
    pub async fn of_connection(
        app: &App,
        system: System,
        account: &str,
        connection: &str,
        locale: Locale,
    ) -> Result<Self> {
        Self::using(app, system, account, None, Using::One(connection.to_owned()), locale).await
    }

    async fn using(
        app: &App,
        system: System,
        account: &str,
        project: Option<i64>,
        connection: Using,
        locale: Locale,
    ) -> Result<Self> {
        let (account, tool) = (account.to_owned(), system.tool.id.clone());
        let owner = Owner { account, project, tool, connection, trial: None };
        let kinds = system.described(locale).await?;
        Ok(Self { app: app.clone(), system, kinds, owner, locale })
    }

    /// Whether shops of this system report changes.
    pub fn has_messages(&self) -> bool {
        self.system.plugin.has_shop_messages()
    }

    /// Makes the shop send messages to an address, or ends that.
    pub async fn subscribe(&self, url: &str, on: bool) -> Result<(), Unserved> {
        let ports = self.ports();
        let answer = self.system.plugin.subscribe_shop(url, on, ports.clone()).await;
        self.answered(answer, &ports)
    }

    /// The items that a message of the shop is about.
    pub async fn receive(&self, message: Message) -> Result<Vec<Touched>, Unserved> {
        let ports = self.ports();
        let answer = self.system.plugin.receive_of_shop(message, ports.clone()).await;
        self.answered(answer, &ports)
    }

    /// What a message to the application says.
    pub async fn notice(&self, message: Message) -> Result<Notice, Unserved> {
        let ports = self.ports();
        let answer = self.system.plugin.receive_of_application(message, ports.clone()).await;
        self.answered(answer, &ports)
    }

    /// Which shop's panel opens the application with these parameters.
    pub async fn open(&self, query: Vec<(String, String)>) -> Result<Opening, Unserved> {
        let ports = self.ports();
        let answer = self.system.plugin.open_application(query, ports.clone()).await;
        self.answered(answer, &ports)
    }

    /// Exchanges the code of an installation for the secrets of the connection.
    pub async fn exchange(&self, code: &str) -> Result<(), Unserved> {
        let ports = self.ports();
        let answer = self.system.plugin.connect_application(code, ports.clone()).await;
        self.answered(answer, &ports)
    }

    /// Checks the connection and its rights.
    pub async fn check(&self) -> Result<About, Unserved> {
        let ports = self.ports();
        let answer = self.system.plugin.check_shop(ports.clone()).await;
        self.answered(answer, &ports)
    }

    /// A page of items.
    pub async fn list(
        &self,
        kind: &str,
        after: Option<String>,
        limit: u32,
    ) -> Result<Result<ItemPage, Unserved>, RunError> {
        let ports = self.ports();
        match self.system.plugin.list_shop(kind, after, limit, ports.clone()).await {
            // The caller asks for less.
            Err(error @ RunError::Limit(_)) => Err(error),
            answer => Ok(self.answered(answer, &ports)),
        }
    }

    /// Items by id; those that the shop does not have are missing.
    pub async fn read(&self, kind: &str, ids: Vec<String>) -> Result<Vec<Item>, Unserved> {
        let ports = self.ports();
        let answer = self.system.plugin.read_shop(kind, ids, ports.clone()).await;
        self.answered(answer, &ports)
    }

    /// Writes fields; one result for each item.
    pub async fn write(
        &self,
        kind: &str,
        changes: Vec<Change>,
    ) -> Result<Vec<Result<(), Unserved>>, Unserved> {
        let ports = self.ports();
        let answer = self.system.plugin.write_shop(kind, changes, ports.clone()).await;
        let answers = self.answered(answer.map(Ok), &ports)?;
        Ok(answers.into_iter().map(|answer| answer.map_err(unserved)).collect())
    }

    fn ports(&self) -> Arc<ShopPorts> {
        let context = Context {
            interface_language: self.locale.tag().to_owned(),
            now_ms: u64::try_from(Timestamp::now().0).unwrap_or_default(),
            ..Context::default()
        };
        let egress = Egress::to(&self.app, self.system.tool.grants.clone(), None, self.owner.clone());
        Arc::new(ShopPorts { context, egress, locale: self.locale, refusal: Mutex::default() })
    }

    fn answered<T>(
        &self,
        answer: Result<Result<T, Fault>, RunError>,
        ports: &ShopPorts,
    ) -> Result<T, Unserved> {
        match answer {
            Ok(answer) => answer.map_err(unserved),
            Err(error) => {
                tracing::info!(plugin = self.system.tool.id, code = error.code(), %error, "a call of a shop failed");
                let refusal = ports.refusal.lock().unwrap_or_else(PoisonError::into_inner).take();
                Err(problems::of_run(error, refusal, &None).into())
            }
        }
    }
}

/// The problem of a failure that the plugin reports.
fn unserved(fault: Fault) -> Unserved {
    let conflict = |code| Problem::new(StatusCode::CONFLICT, code);
    let stop = |problem| Unserved { problem, then: Then::Stop };
    match fault {
        Fault::NotConnected => Unserved { problem: conflict("shops.not-connected"), then: Then::Reconnect },
        Fault::Denied(why) => {
            Unserved { problem: said(conflict("shops.denied"), why), then: Then::Reconnect }
        }
        Fault::NotFound => stop(conflict("shops.gone")),
        Fault::QuotaExhausted(why) => stop(said(conflict("shops.quota"), why)),
        Fault::Invalid(fields) => {
            let texts: Vec<String> = fields.into_iter().map(|field| field.message).collect();
            stop(said(conflict("shops.refused"), texts.join(" ")))
        }
        Fault::RateLimited(seconds) => Unserved {
            problem: Problem::new(StatusCode::BAD_GATEWAY, "shops.busy"),
            then: Then::Wait(Duration::from_secs(seconds.clamp(1, 3_600).into())),
        },
        Fault::Unavailable(why) => Unserved {
            problem: said(Problem::new(StatusCode::BAD_GATEWAY, "shops.unavailable"), why),
            then: Then::Retry(PAUSE),
        },
    }
}

/// Adds the shop's own reason, of which a user may read this much.
fn said(problem: Problem, why: String) -> Problem {
    const CHARS: usize = 500;
    let why: String = why.chars().filter(|char| !char.is_control()).take(CHARS).collect();
    if why.trim().is_empty() { problem } else { problem.saying(why) }
}

/// The ports of one call.
struct ShopPorts {
    context: Context,
    egress: Egress,
    locale: Locale,
    /// The last refusal of the host.
    refusal: Mutex<Option<Problem>>,
}

impl Ports for ShopPorts {
    fn context(&self) -> &Context {
        &self.context
    }

    fn call(&self, call: Call) -> Answering<'_, Result<Answer, Failure>> {
        Box::pin(async move {
            self.egress.call(call).await.map_err(|problem| {
                let failure = problems::failure(&problem, self.locale);
                *self.refusal.lock().unwrap_or_else(PoisonError::into_inner) = Some(problem);
                failure
            })
        })
    }

    fn progress(&self, _: u32, _: u32, _: &str) {}

    fn waited(&self) -> Duration {
        self.egress.waited()
    }
}
