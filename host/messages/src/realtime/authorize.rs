//! Permission to subscribe: `/broadcasting/auth` signs one socket and one channel.

use axum::extract::Request;

use super::keys::text_of_channel;
use super::{OwnsProject, Realtime, protocol};
use crate::platform::prelude::*;

/// Bytes of the request body; both fields are short.
const BODY_BYTES: usize = 4 * 1024;

/// A socket and the channel it wants to subscribe to.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct ChannelWish {
    /// From `pusher:connection_established`.
    #[schema(required, value_type = String, example = "1234.5678")]
    socket_id: Option<String>,
    /// `private-user.{your id}` or `presence-project.{id of your project}`.
    #[schema(required, value_type = String, example = "private-user.0190d0a0-0000-7000-8000-000000000000")]
    channel_name: Option<String>,
}

/// The permit, for the client to send on.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ChannelPermit {
    /// Key and signature.
    auth: String,
    /// For presence channels: the member, as JSON in a string, exactly as it was signed.
    #[serde(skip_serializing_if = "Option::is_none")]
    channel_data: Option<String>,
}

/// Allow a socket to subscribe to a private or presence channel
#[utoipa::path(post, path = "/broadcasting/auth", tag = "realtime",
    request_body(content((ChannelWish = "application/json"), (ChannelWish = "application/x-www-form-urlencoded"))),
    responses((status = 200, body = ChannelPermit)))]
pub(super) async fn authorize_channel(app: App, user: User, request: Request) -> Result<Json<ChannelPermit>> {
    let (socket, channel) = read(&app, request).await?;
    let keys = &app.part::<Realtime>().0.keys;
    if channel.strip_prefix("private-user.").is_some_and(|id| id == user.id) {
        let auth = keys.permit(&text_of_channel(&socket, &channel, None));
        return Ok(Json(ChannelPermit { auth, channel_data: None }));
    }
    let project = channel.strip_prefix("presence-project.").ok_or_else(Problem::forbidden)?;
    refuse_if(!(app.part::<OwnsProject>().0)(&app, &user.id, project).await?, Problem::forbidden)?;
    let member = json!({ "user_id": user.id, "user_info": { "name": user.name } }).to_string();
    let auth = keys.permit(&text_of_channel(&socket, &channel, Some(&member)));
    Ok(Json(ChannelPermit { auth, channel_data: Some(member) }))
}

async fn read(app: &App, request: Request) -> Result<(String, String)> {
    let (parts, body): (_, Body) = request.into_parts();
    let kind =
        parts.headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let is_form = kind.starts_with("application/x-www-form-urlencoded");
    let is_other = !is_form && !kind.starts_with("application/json");
    refuse_if(is_other, || Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "request.not-json"))?;
    let bytes = json::read(app, &parts.headers, body, BODY_BYTES).await?;
    let ChannelWish { socket_id, channel_name } = match is_form {
        true => of_form(&bytes),
        false => json::decode(&bytes)?,
    };
    let mut errors = FieldErrors::new();
    let socket = field("socket_id", socket_id, is_socket_id, &mut errors);
    let channel = field("channel_name", channel_name, |name| protocol::kind_of(name).is_some(), &mut errors);
    if errors.is_empty() { Ok((socket, channel)) } else { Err(Problem::invalid(errors)) }
}

fn of_form(bytes: &[u8]) -> ChannelWish {
    let mut wish = ChannelWish { socket_id: None, channel_name: None };
    for (name, value) in form_urlencoded::parse(bytes) {
        match &*name {
            "socket_id" => wish.socket_id = Some(value.into_owned()),
            "channel_name" => wish.channel_name = Some(value.into_owned()),
            _ => {}
        }
    }
    wish
}

fn field(
    name: &str,
    value: Option<String>,
    is_valid: impl Fn(&str) -> bool,
    errors: &mut FieldErrors,
) -> String {
    let fault = match &value {
        None => Some("validation.required"),
        Some(value) if !is_valid(value) => Some("validation.wrong-format"),
        Some(_) => None,
    };
    if let Some(key) = fault {
        errors.insert(name.to_owned(), vec![Text::key(key)]);
    }
    value.unwrap_or_default()
}

/// Two numbers and a point. Anything else could add another channel to the signed text.
pub(super) fn is_socket_id(id: &str) -> bool {
    let is_number =
        |part: &str| (1..=20).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
    id.split_once('.').is_some_and(|(first, second)| is_number(first) && is_number(second))
}
