//! The place where the calls of a shop system are made: with the egress of a server, for an account in a temporary database
//! that has one connection.

use sitewright_engine::shop::{About, Change, Fault, Item, Page};
use sitewright_engine::{Answer, BoxFuture, Call, Context, Failure, HttpRequest, Ports, RunError};
use tempfile::TempDir;

use super::conversation::Exchange;
use crate::cli::prelude::*;
use crate::people::accounts::{self, NewPerson, WaysIn};
use crate::platform::prelude::*;
use crate::work::connections::{self, NewConnection};
use crate::work::egress::{self, Egress, Owner, Using};
use crate::work::runs::problems;

/// Why a call has no result.
#[derive(Debug)]
pub(super) enum Ended {
    /// The plugin reported it.
    Fault(Fault),
    /// A trap, a limit, or a result against the contract.
    Broken(RunError),
}

pub(super) type Done<T> = std::result::Result<T, Ended>;

/// The account, its connection and the plugin.
pub(super) struct Stage {
    app: App,
    owner: Owner,
    grants: Arc<Grants>,
    plugin: Plugin,
    now_ms: u64,
    /// Whether a plugin's pace is followed.
    paced: bool,
    exchanges: Arc<Mutex<Vec<Exchange>>>,
    /// Removed when this is dropped.
    _data: TempDir,
}

/// What the stage needs to know.
pub(super) struct Plot<'a> {
    pub plugin: &'a Plugin,
    pub package: &'a Package,
    pub connection: NewConnection,
    pub now_ms: u64,
    pub paced: bool,
}

impl Stage {
    pub async fn open(config: &Config, plot: Plot<'_>) -> anyhow::Result<Self> {
        let data = TempDir::new()?;
        let own = Config { data: data.path().to_owned(), database_url: None, ..config.clone() };
        let app = egress::start(crate::open_quietly(own).await?)?;
        let person = NewPerson {
            name: Some("Stage".to_owned()),
            email: Some("stage@localhost.example".to_owned()),
            password: None,
            role: Role::User,
            language: None,
        };
        let failed = |problem: Problem| anyhow!("{problem}");
        let account = accounts::create_person(&app, person, WaysIn::default()).await.map_err(failed)?.id;
        let mut tx = app.db.write().await?;
        let connection = connections::add(&app, &mut tx, &account, plot.connection).await.map_err(failed)?;
        tx.commit().await?;
        let owner = Owner {
            account,
            project: None,
            tool: plot.package.manifest.id.clone(),
            connection: Using::One(connection),
            trial: None,
        };
        let grants = Arc::new(Grants::from(&plot.package.manifest));
        let (plugin, exchanges) = (plot.plugin.clone(), Arc::default());
        let (now_ms, paced) = (plot.now_ms, plot.paced);
        Ok(Self { app, owner, grants, plugin, now_ms, paced, exchanges, _data: data })
    }

    pub async fn check(&self, language: Locale) -> Done<About> {
        ended(self.plugin().check_shop(self.ports(language)).await)
    }

    pub async fn list(&self, language: Locale, kind: &str, after: Option<String>, limit: u32) -> Done<Page> {
        ended(self.plugin().list_shop(kind, after, limit, self.ports(language)).await)
    }

    pub async fn read(&self, language: Locale, kind: &str, ids: Vec<String>) -> Done<Vec<Item>> {
        ended(self.plugin().read_shop(kind, ids, self.ports(language)).await)
    }

    /// One result for each change.
    pub async fn write(
        &self,
        language: Locale,
        kind: &str,
        changes: Vec<Change>,
    ) -> std::result::Result<Vec<Done<()>>, Ended> {
        let results = self.plugin().write_shop(kind, changes, self.ports(language)).await;
        let results = results.map_err(Ended::Broken)?;
        Ok(results.into_iter().map(|result| result.map_err(Ended::Fault)).collect())
    }

    /// The exchanges since the last call of this function.
    pub fn exchanges(&self) -> Vec<Exchange> {
        std::mem::take(&mut *self.exchanges.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Open in each call: a trap is reported for the call that made it.
    fn plugin(&self) -> Plugin {
        self.plugin.apart()
    }

    fn ports(&self, language: Locale) -> Arc<StagePorts> {
        let context = Context {
            interface_language: language.tag().to_owned(),
            now_ms: self.now_ms,
            ..Context::default()
        };
        Arc::new(StagePorts {
            context,
            egress: Egress::to(&self.app, self.grants.clone(), None, self.owner.clone()),
            language,
            paced: self.paced,
            exchanges: self.exchanges.clone(),
        })
    }

    pub async fn close(self) {
        self.app.close().await;
    }
}

fn ended<T>(answer: std::result::Result<std::result::Result<T, Fault>, RunError>) -> Done<T> {
    match answer {
        Ok(answer) => answer.map_err(Ended::Fault),
        Err(error) => Err(Ended::Broken(error)),
    }
}

impl Ended {
    /// The name in the contract; empty if the call did not end with a fault.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Broken(_) => "",
            Self::Fault(fault) => match fault {
                Fault::NotConnected => "not-connected",
                Fault::Denied(_) => "denied",
                Fault::NotFound => "not-found",
                Fault::RateLimited(_) => "rate-limited",
                Fault::QuotaExhausted(_) => "quota-exhausted",
                Fault::Invalid(_) => "invalid",
                Fault::Unavailable(_) => "unavailable",
            },
        }
    }

    /// The message for a user; `None` for faults without one.
    pub fn message(&self) -> Option<String> {
        match self {
            Self::Fault(Fault::Denied(why) | Fault::QuotaExhausted(why) | Fault::Unavailable(why)) => {
                Some(why.clone())
            }
            Self::Fault(Fault::Invalid(errors)) => {
                Some(errors.iter().map(|error| error.message.as_str()).collect::<Vec<_>>().join(" "))
            }
            _ => None,
        }
    }
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self, self.message()) {
            (Self::Broken(error), _) => write!(f, "{error}"),
            (Self::Fault(_), Some(message)) => write!(f, "{} ({message})", self.name()),
            (Self::Fault(_), None) => f.write_str(self.name()),
        }
    }
}

/// The ports of one call.
struct StagePorts {
    context: Context,
    egress: Egress,
    language: Locale,
    paced: bool,
    exchanges: Arc<Mutex<Vec<Exchange>>>,
}

impl StagePorts {
    fn note(&self, request: HttpRequest, answer: &Answer) {
        if let Answer::Response(answer) = answer {
            let exchange = Exchange { request, answer: answer.clone() };
            self.exchanges.lock().unwrap_or_else(PoisonError::into_inner).push(exchange);
        }
    }
}

impl Ports for StagePorts {
    fn context(&self) -> &Context {
        &self.context
    }

    fn call(&self, mut call: Call) -> BoxFuture<'_, std::result::Result<Answer, Failure>> {
        if let (Call::HttpPace { allowance, .. }, false) = (&mut call, self.paced)
            && allowance.capacity > 0.0
            && allowance.per_second > 0.0
        {
            // Recorded answers need no pause.
            (allowance.capacity, allowance.per_second) = (10_000.0, 10_000.0);
        }
        let request = match &call {
            Call::HttpSend(request) | Call::HttpSendAt { request, .. } | Call::HttpRenew { request, .. } => {
                Some(request.clone())
            }
            _ => None,
        };
        Box::pin(async move {
            let answer = self.egress.call(call).await;
            if let (Some(request), Ok(answer)) = (request, &answer) {
                self.note(request, answer);
            }
            answer.map_err(|problem| problems::failure(&problem, self.language))
        })
    }

    fn progress(&self, _: u32, _: u32, _: &str) {}

    fn waited(&self) -> Duration {
        self.egress.waited()
    }
}
