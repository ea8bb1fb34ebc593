//! Notices to publishers about their revenue: on screen and by mail, each in their language.

use super::{Currency, Sums};
use crate::messages::notifications::NotificationKind;
use crate::platform::prelude::*;
use crate::publishers::{self, Letter, To};

/// An amount as a value of a message.
pub fn sum(currency: Currency, amount: i64) -> Value {
    by_language(&currency.said(amount, Locale::En), &currency.said(amount, Locale::Pl))
}

/// Amounts of both currencies as a value of a message; zero is left out.
pub fn sums(sums: Sums) -> Value {
    let said = |locale: Locale, and: &str| {
        let there = Currency::ALL.into_iter().filter(|currency| sums.of(*currency) != 0);
        there.map(|currency| currency.said(sums.of(currency), locale)).collect::<Vec<_>>().join(and)
    };
    by_language(&said(Locale::En, " and "), &said(Locale::Pl, " i "))
}

/// Basis points as a value of a message.
pub fn percent(bps: i64) -> Value {
    let number = format!("{}.{:02}", bps / 100, bps % 100);
    let number = number.trim_end_matches('0').trim_end_matches('.');
    by_language(&format!("{number}%"), &format!("{}%", number.replace('.', ",")))
}

/// Notifies the owners of a publisher.
pub async fn owners(
    app: &App,
    tx: &mut Conn,
    publisher: &str,
    kind: NotificationKind,
    params: &Params,
) -> Result<()> {
    let letter = Letter {
        template: template(kind),
        link: |app, language, _| {
            let path = language.pick("app/publisher/earnings", "app/wydawca/rozliczenia");
            format!("{}/{path}", app.url())
        },
    };
    publishers::notify(app, tx, publisher, To::Owners, kind, params, Some(letter)).await
}

fn template(kind: NotificationKind) -> &'static str {
    kind.key().trim_start_matches("notification.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_formatted_without_trailing_zeros() {
        let said = |bps| percent(bps)["pl"].as_str().map(str::to_owned);
        assert_eq!(said(3_000).as_deref(), Some("30%"));
        assert_eq!(said(1_250).as_deref(), Some("12,5%"));
        assert_eq!(said(1_005).as_deref(), Some("10,05%"));
        assert_eq!(said(0).as_deref(), Some("0%"));
    }
}
