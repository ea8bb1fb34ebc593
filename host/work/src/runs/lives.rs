//! Thousands of random runs against a real database: the charge equals the readable text, the ledger, the runs and
//! the keys agree, and no account exceeds its free calls.

use super::RunStatus;
use super::bill::{Because, Calls};
use super::store::{Ending, IdempotencyKey, Made, NewRun, Ticket, Write, Written, new_id};
use crate::billing::meters::{self, FreeCalls, Holder, Meter, Purse};
use crate::catalogue::models::ModelTerms;
use crate::keys::KeyMonth;
use crate::platform::db::Place;
use crate::platform::model::{Heard, ModelError};
use crate::platform::prelude::*;

const LIVES: usize = 5_000;
const ACCOUNTS: usize = 50;
/// Concurrent runs.
const AT_ONCE: usize = 60;
const BOUND: u32 = 30;
const GRANTED: u32 = 10_000_000;

/// Deterministic random numbers.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        u32::try_from(self.0 % u64::from(sides)).expect("fewer than sides")
    }
}

/// The test's own records, counted differently from the code.
#[derive(Default)]
struct Book {
    readable: Vec<u32>,
    free: Vec<u32>,
    provider_failed: bool,
}

struct Life {
    ticket: Arc<Ticket>,
    calls: Calls,
    book: Book,
    /// The open call, its bound, and its words received so far.
    open: Option<(u32, u32, u32)>,
    asked: u32,
    refused: bool,
}

struct World {
    db: Db,
    accounts: Vec<String>,
    keys: Vec<String>,
    trial: String,
    /// The test's sums, by account or key.
    spent: HashMap<String, i64>,
    of_keys: HashMap<String, i64>,
    free: HashMap<String, usize>,
    document: HashMap<String, String>,
    charged_trials: i64,
}

impl World {
    async fn new(folder: &std::path::Path) -> Self {
        let db = Db::open(&Place::Sqlite(folder.join("lives.db"))).await.expect("a database");
        let mut tx = db.write().await.expect("a transaction");
        let now = Timestamp::now();
        let (mut accounts, mut keys) = (Vec::new(), Vec::new());
        for number in 0..ACCOUNTS {
            let (account, key) = (new_id(), new_id());
            db::query(
                "INSERT INTO users (id, name, email, created_at, updated_at) VALUES ($1, 'Test', $2, $3, $3)",
            )
            .binds((&account, format!("{number}@example.com"), now))
            .execute(&mut *tx)
            .await
            .expect("an account");
            db::query(
                "INSERT INTO api_keys (id, account_id, name, prefix, secret_hash, scopes, created_at)
                 VALUES ($1, $2, 'Key', 'p', $1, '[]', $3)",
            )
            .binds((&key, &account, now))
            .execute(&mut *tx)
            .await
            .expect("a key");
            meters::grant(&mut tx, Meter::Words.of(&account), GRANTED, "tests").await.expect("words");
            accounts.push(account);
            keys.push(key);
        }
        let trial = new_id();
        db::query(
            "INSERT INTO trials (id, account_id, tool, tool_version, product_id, language, created_at, ends_at)
             VALUES ($1, $2, 'asker', '1', 0, 'en', $3, $4)",
        )
        .binds((&trial, &accounts[0], now, now.plus_ms(3_600_000)))
        .execute(&mut *tx)
        .await
        .expect("a trial");
        let purse = Purse { meter: Meter::Words, holder: Holder::Trial(&trial) };
        meters::grant(&mut tx, purse, GRANTED, "tests").await.expect("words");
        tx.commit().await.expect("committed");
        let (spent, of_keys, free, document) = Default::default();
        Self { db, accounts, keys, trial, spent, of_keys, free, document, charged_trials: 0 }
    }

    async fn write(&self, write: Write) -> Result<Written, Problem> {
        let mut tx = self.db.write().await?;
        let written = write.apply(&mut tx).await?;
        tx.commit().await?;
        Ok(written)
    }

    async fn begin(&self, dice: &mut Dice, number: usize) -> Life {
        let place = dice.roll(ACCOUNTS as u32) as usize;
        let account = self.accounts[place].clone();
        let created_at = Timestamp::now();
        let kind = dice.roll(10);
        let ticket = Ticket {
            id: new_id(),
            account: if kind == 0 { self.accounts[0].clone() } else { account.clone() },
            project: None,
            tool: "asker".to_owned(),
            tool_version: "1".to_owned(),
            package: None,
            revises: self.document.get(&account).filter(|_| kind == 1).cloned(),
            attempt: 1,
            key: (kind == 2 || kind == 3).then(|| KeyMonth::new(self.keys[place].clone(), created_at)),
            ceilings: None,
            models: ModelTerms::default(),
            trial: (kind == 0).then(|| self.trial.clone()),
        };
        let ticket = Arc::new(ticket);
        let of_bulk = (kind == 4)
            .then(|| IdempotencyKey {
                key: format!("system_run·{number}"), digest: "system_run".to_owned()
            });
        let run = NewRun {
            ticket: ticket.clone(),
            locale: Locale::En,
            input: "{}".into(),
            key: of_bulk,
            created_at,
            process: "tests".to_owned(),
            limit: None,
            acted: false,
            audit: None,
        };
        self.write(Write::Insert { run: Box::new(run) }).await.expect("inserted");
        Life { ticket, calls: Calls::default(), book: Book::default(), open: None, asked: 0, refused: false }
    }

    async fn ask(&self, life: &mut Life, dice: &mut Dice) {
        let most = 25 + dice.roll(40);
        let free = FreeCalls { most: BOUND, wasted: life.calls.wasted() };
        let call = life.calls.begin(most);
        life.asked += 1;
        let write = Write::Reserve { run: life.ticket.clone(), call, words: most, free };
        match self.write(write).await {
            Ok(_) => life.open = Some((call, most, 0)),
            Err(problem) => {
                assert_eq!(problem.code(), "words.free-calls-used-up");
                life.calls.forget(call);
                life.refused = true;
            }
        }
    }

    /// Ends the run and compares the stored values with the test's records.
    async fn end(&mut self, mut life: Life, dice: &mut Dice) {
        let open = life.open.take();
        let ending = match dice.roll(8) {
            _ if life.refused => Some(Because::Done),
            _ if open.is_some() => None,
            0 | 1 => Some(Because::Done),
            2 => Some(Because::NoFault),
            _ => None,
        };
        if let Some((.., heard)) = open {
            if heard > 0 { life.book.readable.push(heard) } else { life.book.free.push(1) }
        }
        let succeeds = ending.is_none() && open.is_none();
        let bill = match ending {
            Some(because) => life.calls.of_failure(because),
            None => life.calls.of_done(),
        };
        let is_free = ending.is_some_and(|because| because == Because::NoFault || life.book.provider_failed);
        let Book { readable, mut free, .. } = life.book;
        let charged: u32 = if is_free { 0 } else { readable.iter().sum() };
        if is_free {
            free.extend(readable);
        }
        let problem = ending.map(|_| Problem::new(axum::http::StatusCode::BAD_REQUEST, "plugin.refused"));
        let status = match (succeeds, ending) {
            (true, _) => RunStatus::Succeeded,
            (_, Some(_)) => RunStatus::Failed,
            _ => RunStatus::Cancelled,
        };
        let made = succeeds.then(|| Made {
            title: "T".to_owned(),
            text: "text".to_owned(),
            data: "{}".to_owned(),
            json: r#"{"title":"T","text":"text","data":{}}"#.to_owned(),
        });
        let ending = Arc::new(Ending {
            status,
            made,
            problem,
            asked: true,
            journaled: false,
            bill,
            free_calls: BOUND,
            drafted: false,
            progress: None,
            spent: None,
            started_at: Some(Timestamp::now()),
            finished_at: Timestamp::now(),
        });
        let finish = || Write::Finish { run: life.ticket.clone(), ending: ending.clone() };
        let written = self.write(finish()).await.expect("written");
        let Written::Finished { words, document_id } = written else { panic!("{written:?}") };
        // Writing the end a second time changes nothing.
        assert!(!matches!(self.write(finish()).await, Ok(Written::Finished { .. })));
        let account = life.ticket.account.clone();
        if life.ticket.trial.is_some() {
            assert_eq!(words, i64::from(charged));
            self.charged_trials += words;
            return;
        }
        let used = self.free.entry(account.clone()).or_default();
        free.sort_unstable();
        let beyond = free.len().saturating_sub(BOUND as usize - *used);
        *used += free.len() - beyond;
        let expected = charged + free.iter().take(beyond).sum::<u32>();
        assert_eq!(words, i64::from(expected));
        *self.spent.entry(account.clone()).or_default() += words;
        if let Some(key) = &life.ticket.key {
            *self.of_keys.entry(key.key.clone()).or_default() += words;
        }
        if let Some(document) = document_id {
            self.document.insert(account, document);
        }
    }

    async fn number(&self, sql: &'static str, id: &str) -> i64 {
        db::query_scalar(sql).bind(id).fetch_one(self.db.read()).await.expect("a number")
    }

    async fn check(&self) {
        let mut conn = self.db.read().acquire().await.expect("a connection");
        for (account, key) in self.accounts.iter().zip(&self.keys) {
            let spent = self.spent.get(account).copied().unwrap_or_default();
            let balance = meters::balance(&mut conn, Meter::Words.of(account)).await.expect("a balance");
            assert_eq!(balance, i64::from(GRANTED) - spent);
            let runs =
                "SELECT CAST(COALESCE(SUM(words), 0) AS BIGINT) FROM customer_runs WHERE account_id = $1";
            assert_eq!(self.number(runs, account).await, spent);
            let of_key =
                "SELECT CAST(COALESCE(SUM(words), 0) AS BIGINT) FROM api_key_months WHERE key_id = $1";
            assert_eq!(self.number(of_key, key).await, self.of_keys.get(key).copied().unwrap_or_default());
            let free = meters::free_calls(&mut conn, account).await.expect("a number");
            assert_eq!(free, self.free.get(account).copied().unwrap_or_default() as i64);
            assert!(free <= i64::from(BOUND), "{free}");
        }
        let trials = "SELECT CAST(COALESCE(SUM(words), 0) AS BIGINT) FROM runs WHERE trial_id = $1";
        assert_eq!(self.number(trials, &self.trial).await, self.charged_trials);
    }
}

impl Life {
    /// The open call ends or receives a part.
    fn hear(&mut self, dice: &mut Dice) {
        let Some((call, most, heard)) = self.open.as_mut() else { return };
        let (call, most) = (*call, *most);
        let piece = dice.roll(most - *heard + 1);
        self.calls.hear(call, Heard::Piece(&"word ".repeat(piece as usize)));
        *heard += piece;
        let heard = *heard;
        let error = match dice.roll(12) {
            0..=5 => {
                assert_eq!(self.calls.answer(call, heard), heard.max(1));
                self.book.readable.push(heard.max(1));
                self.open = None;
                return;
            }
            6 => ModelError::Garbled,
            7 => ModelError::CutOff,
            8 => ModelError::Declined,
            9 => ModelError::BrokenOff,
            10 => ModelError::Unreachable,
            // The call stays open.
            _ => return,
        };
        self.calls.fail(call, error);
        self.open = None;
        self.book.provider_failed = true;
        if heard > 0 || matches!(error, ModelError::Garbled | ModelError::CutOff | ModelError::Declined) {
            self.book.free.push(heard.max(1));
        }
    }
}

#[tokio::test]
async fn v6_runs_are_charged_for_their_readable_text() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut world = World::new(folder.path()).await;
    let mut dice = Dice(0x5eed_cafe_f00d_0001);
    let (mut lives, mut begun, mut refused) = (Vec::new(), 0, 0);
    while begun < LIVES || !lives.is_empty() {
        if begun < LIVES && lives.len() < AT_ONCE {
            lives.push(world.begin(&mut dice, begun).await);
            begun += 1;
            continue;
        }
        let place = dice.roll(lives.len() as u32) as usize;
        let life: &mut Life = &mut lives[place];
        match (life.open.is_some(), dice.roll(4)) {
            (true, 1..) => life.hear(&mut dice),
            (false, 1..) if !life.refused && life.asked < 4 => world.ask(life, &mut dice).await,
            _ => {
                let life = lives.swap_remove(place);
                refused += usize::from(life.refused);
                world.end(life, &mut dice).await;
            }
        }
    }
    world.check().await;
    let full = world.free.values().filter(|used| **used == BOUND as usize).count();
    assert!(full > 10 && refused > 100, "the limit was reached by {full} accounts and {refused} runs");
}
