//! Requests of clients: subscribe to a channel, sign in, send events.

use serde_json::{Value, json};
use tokio::time::Instant;

use super::connection::{Connection, Subscription};
use super::hub::Move;
use super::keys::{text_of_channel, text_of_user};
use super::protocol::{
    self, Code, EVENT_CHARS, Kind, Member, Sent, SignIn, Subscribe, Unsubscribe, channel_of_user,
};

/// Characters of a member id, and bytes of a member's data.
const MEMBER_ID: usize = 128;
const MEMBER_INFO: usize = 1024;

impl Connection {
    pub(super) fn subscribe(&mut self, sent: &Sent<'_>) -> Result<(), Code> {
        let Some(wish) = sent.data::<Subscribe>() else {
            self.complain(Code::Reconnect, "Invalid message format");
            return Ok(());
        };
        let Some(kind) = protocol::kind_of(&wish.channel) else {
            self.refuse(&wish.channel, "InvalidChannel", 400, "The name of the channel is not valid");
            return Ok(());
        };
        if self.subscriptions.contains_key(&wish.channel) {
            let message = format!("Existing subscription to channel {}", wish.channel);
            self.complain(Code::Reconnect, &message);
            return Ok(());
        }
        if self.subscriptions.len() >= self.realtime.0.limits.channels {
            self.refuse(&wish.channel, "LimitReached", 4004, "The connection has too many subscriptions");
            return Ok(());
        }
        if self.allowance.as_ref().is_some_and(|allowance| !allowance.has_room()) {
            self.refuse(&wish.channel, "LimitReached", 4004, "The account has too many subscriptions");
            return Ok(());
        }
        if !self.may_listen(kind, &wish) {
            self.refuse(&wish.channel, "AuthError", 401, "The signature of the subscription is not valid");
            return Ok(());
        }
        if kind != Kind::Public {
            self.prove();
        }
        if let Some(user) = wish.channel.strip_prefix("private-user.") {
            self.belong(user)?;
        }
        match kind {
            Kind::Presence => self.join(wish),
            _ => {
                self.realtime.0.hub.listen(&self.handle, &wish.channel);
                self.note(wish.channel, Subscription { kind, member: None });
            }
        }
        Ok(())
    }

    /// The socket has shown a permit, so it is not closed to make room.
    fn prove(&mut self) {
        if !std::mem::replace(&mut self.is_proven, true) {
            self.realtime.0.hub.prove(&self.handle);
        }
    }

    fn note(&mut self, channel: String, subscription: Subscription) {
        self.subscriptions.insert(channel, subscription);
        if let Some(allowance) = &self.allowance {
            allowance.add(1);
        }
    }

    fn may_listen(&self, kind: Kind, wish: &Subscribe) -> bool {
        let channel_data = match kind {
            Kind::Public => return true,
            Kind::OfUser => {
                return self.account.as_deref().is_some_and(|user| channel_of_user(user) == wish.channel);
            }
            Kind::Private => None,
            Kind::Presence => Some(wish.channel_data.as_deref().unwrap_or_default()),
        };
        let text = text_of_channel(&self.handle.id, &wish.channel, channel_data);
        wish.auth.as_deref().is_some_and(|auth| self.realtime.0.keys.permitted(&text, auth))
    }

    fn join(&mut self, wish: Subscribe) {
        let member: Option<Member> =
            wish.channel_data.as_deref().and_then(|data| serde_json::from_str(data).ok());
        let fits = |member: &Member| {
            (1..=MEMBER_ID).contains(&member.id.len()) && member.info.get().len() <= MEMBER_INFO
        };
        let Some(member) = member.filter(fits) else {
            self.refuse(&wish.channel, "InvalidData", 400, "The member's id or data is not valid");
            return;
        };
        if self.realtime.join(&self.handle, &wish.channel, &member) == Move::Full {
            self.refuse(&wish.channel, "LimitReached", 4100, "There are too many members in the channel");
            return;
        }
        self.note(wish.channel, Subscription { kind: Kind::Presence, member: Some(member.id) });
    }

    fn refuse(&self, channel: &str, kind: &str, status: u16, message: &str) {
        self.handle.send(protocol::subscription_error(channel, kind, status, message));
    }

    pub(super) fn unsubscribe(&mut self, sent: &Sent<'_>) {
        let Some(Unsubscribe { channel }) = sent.data() else {
            return self.complain(Code::Reconnect, "Invalid message format");
        };
        if let Some(subscription) = self.subscriptions.remove(&channel) {
            self.realtime.leave(&self.handle, &channel, subscription.member.as_deref());
            if let Some(allowance) = &self.allowance {
                allowance.remove(1);
            }
            self.idle_since = Instant::now();
        }
    }

    /// Signs the client in.
    pub(super) fn sign_in(&mut self, sent: &Sent<'_>) -> Result<(), Code> {
        let Some(SignIn { auth, user_data }) = sent.data() else { return Err(Code::Unauthorized) };
        let text = text_of_user(&self.handle.id, &user_data);
        let user = serde_json::from_str::<Value>(&user_data).ok();
        let id = user.as_ref().and_then(|user| user["id"].as_str());
        let Some(id) = id.filter(|_| self.realtime.0.keys.permitted(&text, &auth)) else {
            return Err(Code::Unauthorized);
        };
        self.belong(id)?;
        let data = json!({ "user_data": user_data }).to_string();
        self.handle.send(protocol::frame("pusher:signin_success", None, &data));
        Ok(())
    }

    /// Assigns the socket to an account, within the account's limit.
    fn belong(&mut self, account: &str) -> Result<(), Code> {
        if let Some(known) = &self.account {
            return if known == account { Ok(()) } else { Err(Code::Unauthorized) };
        }
        let allowance = self.realtime.0.hub.belongs(&self.handle, account, &self.realtime.0.limits);
        let allowance = allowance.ok_or(Code::OverQuota)?;
        allowance.add(self.subscriptions.len());
        self.allowance = Some(allowance);
        self.account = Some(account.to_owned());
        self.is_proven = true;
        Ok(())
    }

    /// Sends an event of this client to the other subscribers.
    pub(super) fn pass_on(&mut self, sent: &Sent<'_>) {
        let reject = |message: &str| self.complain(Code::ClientEvent, message);
        let subscription = sent.channel.as_deref().and_then(|name| self.subscriptions.get_key_value(name));
        let Some((channel, subscription)) = subscription else {
            return reject("The connection is not subscribed to the channel of the event");
        };
        let is_encrypted = channel.starts_with("private-encrypted-");
        if !matches!(subscription.kind, Kind::Private | Kind::Presence) || is_encrypted {
            return reject("Client events are only for private and presence channels");
        }
        let data = sent.data.unwrap_or(serde_json::value::RawValue::NULL);
        if sent.event.len() > EVENT_CHARS || data.get().len() > self.realtime.0.limits.message_bytes {
            return reject("The name or the data of the event is too long");
        }
        let is_account_too_fast = || self.allowance.as_ref().is_some_and(|all| all.events.check().is_err());
        if self.events.check().is_err() || is_account_too_fast() {
            return reject("Client events are sent too fast");
        }
        let member = subscription.member.as_deref();
        let frame = protocol::passed_on(&sent.event, channel, member, data);
        self.realtime.send(channel, frame, Some(&self.handle.id), false);
    }
}
