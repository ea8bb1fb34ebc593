//! Reports of audits for readers without an account: a printable page under the account's name, by a link that can be
//! withdrawn, and by mail.
//!
//! A report is stored as it was made: later checks, ignored findings and another logo do not change it. It contains no
//! scripts and loads nothing. Mails go only to the account's own verified address, and to addresses whose owners have
//! confirmed that they want them, so that the server cannot be used to mail strangers.

mod answer;
mod brand;
mod content;
mod links;
mod mailing;
mod recipients;

use crate::platform::prelude::*;

pub use mailing::mail_due;
pub(super) use mailing::{MailReport, mail_after};

pub(super) fn routes() -> OpenApiRouter<App> {
    endpoints![
        links::preview_audit_report,
        links::share_audit_report,
        links::list_audit_reports,
        links::withdraw_audit_report,
        links::get_shared_audit,
        (brand::get_audit_brand, brand::put_audit_brand),
        (brand::put_audit_logo, brand::delete_audit_logo),
        (mailing::get_audit_mailing, mailing::put_audit_mailing),
        recipients::add_audit_recipient,
        recipients::remove_audit_recipient,
        (recipients::ask_reader, recipients::obey_reader)
    ]
}

/// The links, the recipients and the name of an account, for its export.
pub(super) async fn own_files(conn: &mut Conn, account: &str) -> Result<Vec<File>> {
    let links = links::own(conn, account).await?;
    let recipients = recipients::own(conn, account).await?;
    let refusals = recipients::refusals(conn, account).await?;
    let brand = brand::load(conn, account).await?;
    Ok(vec![
        File::json("audit-reports.json", &links)?,
        File::json("audit-recipients.json", &recipients)?,
        File::json("audit-refusals.json", &refusals)?,
        File::json("audit-brand.json", &brand)?,
    ])
}
