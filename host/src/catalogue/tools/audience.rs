//! The accounts that a version in rollout serves.

use sha2::{Digest as _, Sha256};

use super::Reader;

/// The accounts that get a version first.
#[derive(Debug, Clone, PartialEq)]
pub enum Audience {
    /// One account.
    Account(String),
    /// The accounts of a plan.
    Plan(i64),
    /// This percentage of accounts, always the same ones for a plugin.
    Percent(u8),
}

impl Audience {
    pub fn includes(&self, id: &str, reader: Reader<'_>) -> bool {
        match self {
            Self::Account(account) => account == reader.account,
            Self::Plan(plan) => reader.plan == Some(*plan),
            Self::Percent(percent) => share_of(id, reader.account) < *percent,
        }
    }
}

/// The percentile of an account, from 0: different for each plugin, so that new versions do not always hit the same
/// users, and constant for a plugin, so that no user switches back and forth.
fn share_of(id: &str, account: &str) -> u8 {
    let hash = Sha256::new().chain_update(id).chain_update([0]).chain_update(account).finalize();
    let mut first = [0; 8];
    first.copy_from_slice(&hash[..8]);
    u8::try_from(u64::from_be_bytes(first) % 100).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{super::Reach, *};

    fn includes(audience: &Audience, account: &str, plan: Option<i64>) -> bool {
        audience.includes("slogan", Reader { account, plan, reach: Reach::Listed })
    }

    #[test]
    fn a_stage_reaches_whom_it_names() {
        let me = Audience::Account("ewa".to_owned());
        assert!(includes(&me, "ewa", None) && !includes(&me, "jan", None));
        let plan = Audience::Plan(2);
        assert!(includes(&plan, "jan", Some(2)) && !includes(&plan, "jan", Some(1)));
        assert!(!includes(&plan, "jan", None));
    }

    #[test]
    fn a_percentage_is_met_and_only_grows() {
        let accounts: Vec<String> = (0..2_000).map(|number| format!("account-{number}")).collect();
        let reached = |percent: u8| -> Vec<&String> {
            let audience = Audience::Percent(percent);
            accounts.iter().filter(|account| includes(&audience, account, None)).collect()
        };
        assert_eq!((reached(0).len(), reached(100).len()), (0, accounts.len()));
        let (few, many) = (reached(10), reached(50));
        assert!((140..260).contains(&few.len()), "{}", few.len());
        assert!((900..1_100).contains(&many.len()), "{}", many.len());
        assert!(few.iter().all(|account| many.contains(account)));
        // Another plugin has different accounts.
        let other = accounts.iter().filter(|account| share_of("motto", account) < 10);
        assert!(other.filter(|account| few.contains(account)).count() < few.len() / 2);
    }
}
