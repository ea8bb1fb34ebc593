//! The application's key and secret, and its signatures.

use subtle::ConstantTimeEq as _;

use crate::platform::app::App;
use crate::platform::auth;

/// Credentials for clients and programs. They are derived from the server's secret unless they are set, so that they
/// are stable across restarts and differ between servers.
pub(super) struct Keys {
    /// The application's name in calls.
    pub app: String,
    /// Public.
    pub key: String,
    secret: String,
}

impl Keys {
    pub fn of(app: &App) -> Self {
        let made = |name: &str| hmac(app.key.as_slice(), &format!("realtime:{name}"));
        let config = &app.config;
        Self {
            app: config.realtime_app.clone(),
            key: config.realtime_key.clone().unwrap_or_else(|| made("key")[..20].to_owned()),
            secret: config.realtime_secret.clone().unwrap_or_else(|| made("secret")),
        }
    }

    pub fn sign(&self, text: &str) -> String {
        hmac(self.secret.as_bytes(), text)
    }

    /// Whether this is a valid signature of the text.
    pub fn has_signed(&self, text: &str, signature: &str) -> bool {
        self.sign(text).as_bytes().ct_eq(signature.as_bytes()).into()
    }

    /// The permit to subscribe, as clients send it.
    pub fn permit(&self, text: &str) -> String {
        format!("{}:{}", self.key, self.sign(text))
    }

    /// Whether `permit` is valid for this text.
    pub fn permitted(&self, text: &str, permit: &str) -> bool {
        permit
            .split_once(':')
            .is_some_and(|(key, signature)| key == self.key && self.has_signed(text, signature))
    }
}

/// The signed text for a socket to subscribe to a channel.
pub(super) fn text_of_channel(socket: &str, channel: &str, channel_data: Option<&str>) -> String {
    match channel_data {
        Some(data) => format!("{socket}:{channel}:{data}"),
        None => format!("{socket}:{channel}"),
    }
}

/// The signed text for a socket to sign in as a user.
pub(super) fn text_of_user(socket: &str, user_data: &str) -> String {
    format!("{socket}::user::{user_data}")
}

fn hmac(key: &[u8], text: &str) -> String {
    hex::encode(auth::signature(key, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of Pusher's reference.
    #[test]
    fn a_private_channel_is_signed_as_pusher_does() {
        let keys = Keys {
            app: "1".into(),
            key: "278d425bdf160c739803".into(),
            secret: "7ad3773142a6692b25b8".into(),
        };
        let text = text_of_channel("1234.1234", "private-foobar", None);
        let permit = "278d425bdf160c739803:58df8b0c36d6982b82c3ecf6b4662e34fe8c25bba48f5369f135bf843651c3a4";
        assert_eq!(keys.permit(&text), permit);
        assert!(keys.permitted(&text, permit));
        assert!(!keys.permitted("1234.1235:private-foobar", permit));

        let data = r#"{"user_id":10,"user_info":{"name":"Mr. Pusher"}}"#;
        let text = text_of_channel("1234.1234", "presence-foobar", Some(data));
        assert_eq!(keys.sign(&text), "afaed3695da2ffd16931f457e338e6c9f2921fa133ce7dac49f529792be6304c");
    }
}
