//! Passwords: argon2id, away from the threads that answer requests, and never too many at once.

use std::sync::Arc;

use argon2::{
    Argon2,
    password_hash::{PasswordHasher as _, PasswordVerifier as _, phc::PasswordHash},
};
use axum::http::StatusCode;
use tokio::sync::Semaphore;

use crate::{
    config::Config,
    error::{Problem, Result},
};

/// Whoever comes when so many wait already is asked to come back; a longer line would only time out.
const WAITING: usize = 64;

pub(super) struct Passwords {
    /// Each hash takes 19 MiB and a core for a moment.
    running: Arc<Semaphore>,
    waiting: Semaphore,
}

impl Passwords {
    pub(super) fn new(config: &Config) -> Self {
        Self {
            running: Arc::new(Semaphore::new(config.password_hashes.max(1))),
            waiting: Semaphore::new(WAITING),
        }
    }

    /// The PHC string of a password.
    pub(super) async fn hash(&self, password: String) -> Result<String> {
        self.compute(move || match Argon2::default().hash_password(password.as_bytes()) {
            Ok(hash) => Ok(hash.to_string()),
            Err(error) => Err(Problem::internal(anyhow::anyhow!("hashing a password: {error}"))),
        })
        .await
    }

    /// Whether it is the password. Without a hash (nobody by this name) as much is computed, so that time tells nothing.
    pub(super) async fn verify(&self, password: String, hash: Option<String>) -> Result<bool> {
        let Some(hash) = hash else {
            self.hash(password).await?;
            return Ok(false);
        };
        self.compute(move || match PasswordHash::new(&hash) {
            Ok(hash) => Ok(Argon2::default().verify_password(password.as_bytes(), &hash).is_ok()),
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
