//! The writer: applies concurrent writes in one transaction, so that a thousand runs a second do not need a thousand
//! commits. Each caller waits until its own write is committed.

use tokio::sync::oneshot;

use super::store::{Write, Written};
use crate::platform::prelude::*;

/// Writes per transaction; with more the first would wait too long.
const MOST_AT_ONCE: usize = 64;
/// Queued writes before callers wait.
const LINE: usize = 1024;

type Job = (Write, oneshot::Sender<Result<Written>>);

/// Sends writes to the writer.
#[derive(Debug, Clone)]
pub(super) struct Writer(mpsc::Sender<Job>);

impl Writer {
    /// Starts the writer. When the server stops it writes its queue and ends.
    pub fn start(app: &App) -> Self {
        let (sender, receiver) = mpsc::channel(LINE);
        app.tasks.spawn(serve(app.db.clone(), receiver, app.stop.clone()));
        Self(sender)
    }

    pub async fn write(&self, write: Write) -> Result<Written> {
        let (reply, answer) = oneshot::channel();
        let stopped = || Problem::new(StatusCode::SERVICE_UNAVAILABLE, "server.not-ready").retry_after(5);
        self.0.send((write, reply)).await.map_err(|_| stopped())?;
        answer.await.map_err(|_| stopped())?
    }
}

async fn serve(db: Db, mut jobs: mpsc::Receiver<Job>, stop: CancellationToken) {
    let mut batch = Vec::with_capacity(MOST_AT_ONCE);
    loop {
        if stop.run_until_cancelled(jobs.recv_many(&mut batch, MOST_AT_ONCE)).await.is_none() {
            // The queue is closed; its content is still written.
            jobs.close();
            jobs.recv_many(&mut batch, LINE).await;
        }
        if batch.is_empty() {
            return;
        }
        let answers = if batch.len() > 1 { together(&db, &batch).await } else { None };
        match answers {
            Some(answers) => {
                batch.drain(..).zip(answers).for_each(|((_, reply), answer)| respond(reply, answer))
            }
            None => {
                for (write, reply) in batch.drain(..) {
                    respond(reply, alone(&db, &write).await);
                }
            }
        }
    }
}

/// The caller may have been dropped.
fn respond(reply: oneshot::Sender<Result<Written>>, answer: Result<Written>) {
    let _ = reply.send(answer);
}

/// Applies all writes in one transaction; `None` if one of them spoilt it, and nothing was written.
async fn together(db: &Db, batch: &[Job]) -> Option<Vec<Result<Written>>> {
    let accounts = batch.iter().filter_map(|(write, _)| write.account());
    let mut tx = db.write_for_all(accounts).await.ok()?;
    let mut answers = Vec::with_capacity(batch.len());
    for (write, _) in batch {
        let answer = write.apply(&mut tx).await;
        if spoils(&answer) {
            return None;
        }
        answers.push(answer);
    }
    tx.commit().await.ok()?;
    Some(answers)
}

async fn alone(db: &Db, write: &Write) -> Result<Written> {
    if write.is_one_statement() {
        return write.apply(&mut db.write_alone().await?).await;
    }
    let mut tx = db.write_for_all(write.account()).await?;
    let answer = write.apply(&mut tx).await;
    if !spoils(&answer) {
        tx.commit().await?;
    }
    answer
}

/// Whether the write may have left something behind that must not be committed. A refusal without a cause, such as
/// too few words, happens before anything is written. A cause comes from the database: PostgreSQL then aborts the
/// whole transaction, and its commit does not report that.
fn spoils(answer: &Result<Written>) -> bool {
    match answer {
        Ok(written) => *written == Written::Lost,
        Err(problem) => problem.status().is_server_error() || problem.cause().is_some(),
    }
}
