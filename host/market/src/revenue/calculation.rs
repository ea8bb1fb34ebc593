//! Calculates the split of a month from counts and agreements.

use super::Sums;
use super::count::Used;
use super::month::Month;
use super::split::{self, Payer};
use crate::platform::prelude::*;

/// A tool's part of a month.
#[derive(Debug, Clone, Default, PartialEq, Serialize, ToSchema, sqlx::FromRow)]
#[schema(as = RevenueLine)]
pub struct Line {
    #[sqlx(rename = "publisher_id")]
    pub publisher: String,
    pub tool: String,
    /// Completed runs of paying accounts, and their words.
    pub runs: i64,
    pub words: i64,
    /// The number of those accounts.
    pub accounts: i64,
    /// The publisher's share in hundredths of a per cent.
    pub share_bps: i64,
    /// The tool's part of the revenue.
    #[sqlx(skip)]
    pub gross: Sums,
    /// The publisher's part of that.
    #[sqlx(flatten)]
    pub amount: Sums,
}

/// A month and how its revenue is split.
#[derive(Debug, Serialize)]
pub struct Calculation {
    pub month: Month,
    pub revenue: Sums,
    /// The platform's part.
    pub platform: Sums,
    /// By publisher and tool.
    pub lines: Vec<Line>,
}

impl Calculation {
    /// Identifies the calculation: closing a month confirms exactly these figures.
    pub fn digest(&self) -> Result<String> {
        Ok(hex::encode(Sha256::digest(serde_json::to_vec(self)?)))
    }
}

/// By account: the tools it ran (by index), and how often.
type Uses = HashMap<String, Vec<(usize, i64)>>;

/// Splits a revenue; deterministic, once all days of the month are counted.
pub async fn calculate(conn: &mut Conn, month: Month, revenue: Sums) -> Result<Calculation> {
    let query =
        db::query_as("SELECT account_id, usd, pln FROM revenue_fees WHERE month = $1 ORDER BY account_id");
    let fees: Vec<(String, i64, i64)> = query.bind(month).fetch_all(&mut *conn).await?;
    let statement = db::query_as(
        "SELECT account_id, publisher_id, tool, runs, words FROM revenue_uses WHERE month = $1
         ORDER BY publisher_id, tool, account_id",
    );
    let used: Vec<Used> = statement.bind(month).fetch_all(&mut *conn).await?;
    let shares = shares(conn, month).await?;
    let (mut lines, uses) = gather(used, &shares);
    let bps: Vec<i64> = lines.iter().map(|line| line.share_bps).collect();
    let none = Vec::new();
    let of = |weight: fn(&(String, i64, i64)) -> i64, total| {
        let payer = |fee| Payer { weight: weight(fee), uses: uses.get(&fee.0).unwrap_or(&none) };
        split::split(total, &fees.iter().map(payer).collect::<Vec<_>>(), &bps)
    };
    let (usd, pln) = (of(|fee| fee.1, revenue.usd), of(|fee| fee.2, revenue.pln));
    for (place, line) in lines.iter_mut().enumerate() {
        line.gross = Sums { usd: usd.gross[place], pln: pln.gross[place] };
        line.amount = Sums { usd: usd.amounts[place], pln: pln.amounts[place] };
    }
    // Use of built-in tools counts for the split, and their part stays with the platform.
    lines.retain(|line| !line.publisher.is_empty());
    let platform = Sums { usd: usd.platform, pln: pln.platform };
    Ok(Calculation { month, revenue, platform, lines })
}

/// Tools with their use, and by account which of them it ran how often.
fn gather(used: Vec<Used>, shares: &BTreeMap<String, i64>) -> (Vec<Line>, Uses) {
    let mut lines: Vec<Line> = Vec::new();
    let mut uses: Uses = HashMap::new();
    for Used { account_id, publisher_id, tool, runs, words } in used {
        if lines.last().is_none_or(|line| line.publisher != publisher_id || line.tool != tool) {
            let share_bps = shares.get(&publisher_id).copied().unwrap_or(0);
            lines.push(Line { publisher: publisher_id, tool, share_bps, ..Line::default() });
        }
        let place = lines.len() - 1;
        let line = &mut lines[place];
        (line.runs, line.words, line.accounts) = (line.runs + runs, line.words + words, line.accounts + 1);
        uses.entry(account_id).or_default().push((place, runs));
    }
    (lines, uses)
}

/// Each publisher's share in a month: the newest agreement for it.
async fn shares(conn: &mut Conn, month: Month) -> Result<BTreeMap<String, i64>> {
    let query = db::query_as(
        "SELECT a.publisher_id, a.share_bps FROM revenue_agreements a WHERE a.seq = (
             SELECT MAX(b.seq) FROM revenue_agreements b WHERE b.publisher_id = a.publisher_id AND b.from_month <= $1)",
    );
    let rows: Vec<(String, i64)> = query.bind(month).fetch_all(conn).await?;
    Ok(rows.into_iter().collect())
}

/// The lines of a closed month; only of one publisher if given.
pub async fn closed_lines(conn: &mut Conn, month: Month, publisher: Option<&str>) -> Result<Vec<Line>> {
    #[derive(sqlx::FromRow)]
    struct Row {
        #[sqlx(flatten)]
        line: Line,
        gross_usd: i64,
        gross_pln: i64,
    }
    let query = db::query_as(
        "SELECT publisher_id, tool, runs, words, accounts, share_bps, gross_usd, gross_pln, usd, pln FROM revenue_lines
         WHERE month = $1 AND ($2 IS NULL OR publisher_id = $2) ORDER BY publisher_id, tool",
    );
    let rows: Vec<Row> = query.binds((month, publisher)).fetch_all(conn).await?;
    let line = |row: Row| Line { gross: Sums { usd: row.gross_usd, pln: row.gross_pln }, ..row.line };
    Ok(rows.into_iter().map(line).collect())
}
