//! Passwords: argon2id, away from the threads that answer requests, and never too many at once.

use std::sync::Arc;

use argon2::{
    Algorithm, Argon2, Params, Version,
    password_hash::{PasswordHasher as _, PasswordVerifier as _, phc::PasswordHash},
};
use axum::http::StatusCode;
use tokio::sync::{OnceCell, Semaphore};

use crate::platform::{
    auth::new_secret,
    config::Config,
    error::{Problem, Result},
};

/// Whoever comes when so many wait already is asked to come back; a longer line would only time out.
const WAITING: usize = 64;

/// A password that is found with fewer guesses than this is one of the commonest, or varies one of them.
const FEWEST_GUESSES: u64 = 50_000;
/// Characters that a password has at least.
const SHORTEST: usize = 8;
/// Longer passwords are not among them.
const LONGEST_COMMON: usize = 40;
/// Words that Polish passwords are made of, beside the English ones that the library knows.
const POLISH: [&str; 48] = [
    "haslo",
    "hasło",
    "polska",
    "kochanie",
    "misiek",
    "misiaczek",
    "mateusz",
    "bartek",
    "kasia",
    "kasienka",
    "monika",
    "dupa",
    "dupadupa",
    "kacper",
    "karolina",
    "marcin",
    "damian",
    "patryk",
    "michal",
    "michał",
    "lukasz",
    "łukasz",
    "tomek",
    "wojtek",
    "agnieszka",
    "natalia",
    "weronika",
    "dominik",
    "dawid",
    "kamil",
    "krystian",
    "zuzia",
    "slonko",
    "słonko",
    "kotek",
    "piesek",
    "myszka",
    "zima",
    "lato",
    "wiosna",
    "jesien",
    "jesień",
    "legia",
    "lech",
    "wisla",
    "warszawa",
    "krakow",
    "sitewright",
];

/// Refuses a password that whoever tries passwords tries first. The message is a key of the texts.
pub(super) fn uncommon(password: &str, _: &()) -> garde::Result {
    // A shorter one is refused for its length.
    if !(SHORTEST..=LONGEST_COMMON).contains(&password.chars().count()) {
        return Ok(());
    }
    match zxcvbn::zxcvbn(password, &POLISH).guesses() {
        ..FEWEST_GUESSES => Err(garde::Error::new("validation.common-password")),
        _ => Ok(()),
    }
}

pub(super) struct Passwords {
    argon2: Argon2<'static>,
    /// Each hash takes its memory and a core for a moment.
    running: Arc<Semaphore>,
    waiting: Semaphore,
    /// A hash to compare with where there is nobody by the name.
    nobody: OnceCell<String>,
}

impl Passwords {
    pub(super) fn new(config: &Config) -> anyhow::Result<Self> {
        let params =
            Params::new(config.password_memory.0, Params::DEFAULT_T_COST, Params::DEFAULT_P_COST, None);
        let params = params.map_err(|error| anyhow::anyhow!("SITEWRIGHT_PASSWORD_MEMORY: {error}"))?;
        Ok(Self {
            argon2: Argon2::new(Algorithm::Argon2id, Version::V0x13, params),
            running: Arc::new(Semaphore::new(config.password_hashes.max(1))),
            waiting: Semaphore::new(WAITING),
            nobody: OnceCell::new(),
        })
    }

    /// The PHC string of a password.
    pub(super) async fn hash(&self, password: String) -> Result<String> {
        let argon2 = self.argon2.clone();
        self.compute(move || match argon2.hash_password(password.as_bytes()) {
            Ok(hash) => Ok(hash.to_string()),
            Err(error) => Err(Problem::internal(anyhow::anyhow!("hashing a password: {error}"))),
        })
        .await
    }

    /// Whether it is the password. Without a hash (nobody by this name) the same is computed, so that time tells nothing.
    pub(super) async fn verify(&self, password: String, hash: Option<String>) -> Result<bool> {
        let is_known = hash.is_some();
        let hash = match hash {
            Some(hash) => hash,
            None => self.nobody.get_or_try_init(|| self.hash(new_secret())).await?.clone(),
        };
        self.compute(move || match PasswordHash::new(&hash) {
            Ok(hash) => Ok(Argon2::default().verify_password(password.as_bytes(), &hash).is_ok() && is_known),
            Err(error) => {
                Err(Problem::internal(anyhow::anyhow!("a stored password cannot be read: {error}")))
            }
        })
        .await
    }

    async fn compute<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let busy = || Problem::new(StatusCode::SERVICE_UNAVAILABLE, "server.busy").retry_after(5);
        let _waiting = self.waiting.try_acquire().map_err(|_| busy())?;
        // The permit goes with the work: a client that leaves does not make room for more than the machine can do.
        let running = self.running.clone().acquire_owned().await.map_err(|_| busy())?;
        let work = tokio::task::spawn_blocking(move || {
            let _running = running;
            work()
        });
        work.await.map_err(Problem::internal)?
    }
}
