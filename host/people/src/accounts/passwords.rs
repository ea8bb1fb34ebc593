//! Passwords: argon2id on blocking threads, with limited concurrency.

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::{OnceCell, Semaphore};

use crate::platform::prelude::*;

/// Most waiting requests; with more they would only time out.
const WAITING: usize = 64;

/// A password that is found with fewer guesses is one of the commonest, or a variation of one.
const FEWEST_GUESSES: u64 = 50_000;
/// Fewest characters of a password.
const SHORTEST: usize = 8;
/// Longer passwords are never common.
const LONGEST_COMMON: usize = 40;
/// Common words of Polish passwords, in addition to the library's English ones.
const POLISH: &str = "haslo hasło polska kochanie misiek misiaczek mateusz bartek kasia kasienka monika dupa dupadupa \
    kacper karolina marcin damian patryk michal michał lukasz łukasz tomek wojtek agnieszka natalia \
    weronika dominik dawid kamil krystian zuzia slonko słonko kotek piesek myszka zima lato wiosna \
    jesien jesień legia lech wisla warszawa krakow sitewright";

/// Refuses a common password. The message is a locale key.
pub(super) fn uncommon(password: &str, _: &()) -> garde::Result {
    // A shorter one is refused for its length.
    if !(SHORTEST..=LONGEST_COMMON).contains(&password.chars().count()) {
        return Ok(());
    }
    let polish: Vec<&str> = POLISH.split(' ').collect();
    match zxcvbn::zxcvbn(password, &polish).guesses() {
        ..FEWEST_GUESSES => Err(garde::Error::new("validation.common-password")),
        _ => Ok(()),
    }
}

pub(super) struct Passwords {
    argon2: Argon2<'static>,
    /// Each hash takes its memory and a core for a moment.
    running: Arc<Semaphore>,
    waiting: Semaphore,
    /// A hash to compare with if there is no such account.
    missing: OnceCell<String>,
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
            missing: OnceCell::new(),
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

    /// Checks a password. Without a hash (no such account) the same work is done, so that the response time reveals
    /// nothing.
    pub(super) async fn verify(&self, password: String, hash: Option<String>) -> Result<bool> {
        let is_known = hash.is_some();
        let hash = match hash {
            Some(hash) => hash,
            None => self.missing.get_or_try_init(|| self.hash(new_secret())).await?.clone(),
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
        // The permit belongs to the work: a client that disconnects does not free capacity.
        let running = self.running.clone().acquire_owned().await.map_err(|_| busy())?;
        let work = move || {
            let _running = running;
            work()
        };
        blocking(work).await.map_err(Problem::internal)?
    }
}
