//! The text of a mail, as plain text and as simple HTML.

use crate::platform::prelude::*;

use super::Mail;

pub(super) struct Letter {
    pub subject: String,
    pub text: String,
    pub html: String,
    /// The link to unsubscribe.
    pub leave: Option<String>,
}

/// Composes a mail in its reader's language. `site` is the name of the sender.
pub(super) fn letter(mail: &Mail<'_>, site: &str, url: &str) -> Letter {
    let Mail { language, template, params, .. } = mail;
    let mut params = params.clone();
    params.insert("site".to_owned(), site.into());
    let said = |part: &str| sentence(*language, &format!("mail.{template}.{part}"), &params);
    let subject = said("subject").unwrap_or_default();
    let body = said("text").unwrap_or_default();
    let link = params.get("link").and_then(Value::as_str);
    let action = said("action").zip(link);
    let note = said("note");
    let sender = crate::platform::locale::params([("site", site.into()), ("url", url.into())]);
    // The usual one is for readers with an account.
    let footer = sentence(*language, &format!("mail.{template}.footer"), &sender)
        .or_else(|| sentence(*language, "mail.footer", &sender))
        .unwrap_or_default();
    let mut text = body.clone();
    for part in [action.as_ref().map(|(label, link)| format!("{label}:\n{link}")), note.clone()] {
        text.extend(part.map(|part| format!("\n\n{part}")));
    }
    text.push_str(&format!("\n\n--\n{footer}\n"));
    let html = html(*language, &subject, &body, action, note.as_deref(), &footer);
    let leave = params.get("leave").and_then(Value::as_str).map(str::to_owned);
    Letter { subject, text, html, leave }
}

fn sentence(language: Locale, key: &str, params: &Params) -> Option<String> {
    language.knows(key).then(|| language.say(key, params))
}

/// Mail programs support little HTML: no style sheets, no images, nothing external.
fn html(
    language: Locale,
    subject: &str,
    body: &str,
    action: Option<(String, &str)>,
    note: Option<&str>,
    footer: &str,
) -> String {
    let paragraphs: String = body
        .split("\n\n")
        .map(|paragraph| format!("<p>{}</p>\n", escape(paragraph).replace('\n', "<br>")))
        .collect();
    let button = action.map_or_else(String::new, |(label, link)| {
        let (label, link) = (escape(&label), escape(link));
        format!(
            "<p><a href=\"{link}\" style=\"display:inline-block;padding:12px 20px;border-radius:8px;background:#1d5c4d;\
             color:#ffffff;text-decoration:none;font-weight:bold\">{label}</a></p>\n\
             <p style=\"font-size:13px;color:#555555;word-break:break-all\">{link}</p>\n"
        )
    });
    let note = note.map_or_else(String::new, |note| {
        format!("<p style=\"font-size:13px;color:#555555\">{}</p>\n", escape(note))
    });
    format!(
        "<!doctype html>\n<html lang=\"{}\">\n<head><meta charset=\"utf-8\"><title>{}</title></head>\n\
         <body style=\"margin:0;padding:24px;font-family:Arial,sans-serif;font-size:16px;line-height:1.5;color:#1c2320\">\n\
         <div style=\"max-width:560px;margin:0 auto\">\n{paragraphs}{button}{note}\
         <hr style=\"border:0;border-top:1px solid #dddddd\">\n<p style=\"font-size:13px;color:#555555\">{}</p>\n</div>\n</body>\n</html>\n",
        language.tag(),
        escape(subject),
        escape(footer),
    )
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_escaped() {
        let link = "https://a.example/?a=1&b=\"2\"";
        let params = params([("name", "<b>Anna</b>".into()), ("link", link.into())]);
        let mail = Mail { to: "a@example.com", language: Locale::Pl, template: "verify-email", params };
        let letter = letter(&mail, "A", "https://a.example");
        assert!(!letter.html.contains("<b>Anna"), "{}", letter.html);
        assert!(
            letter.html.contains("href=\"https://a.example/?a=1&amp;b=&quot;2&quot;\""),
            "{}",
            letter.html
        );
        assert!(letter.text.contains("https://a.example/?a=1&b=\"2\""), "{}", letter.text);
        assert!(letter.html.contains("lang=\"pl\""));
    }
}
