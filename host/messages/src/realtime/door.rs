//! Accepts sockets, on the main address and on the separate port.

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{RawQuery, State};
use axum::http::Uri;
use axum::routing::any;

use super::connection::{attend, refuse};
use super::protocol::{Code, PROTOCOLS};
use super::sockets::Network;
use super::{Realtime, trigger};
use crate::platform::prelude::*;
use crate::platform::rate;
use crate::platform::{bundle, http};

type Upgrade = Result<WebSocketUpgrade, WebSocketUpgradeRejection>;

/// Bytes read at a time: clients send little.
const READ_BUFFER: usize = 4 * 1024;
/// Bytes of a frame in addition to the data of its event.
const FRAME_EXTRA: usize = 4 * 1024;
/// Buffered bytes before writing waits.
const WRITE_BUFFER: usize = 16 * 1024;

/// The routes of both addresses.
fn routes() -> Router<App> {
    Router::new().route("/app/{key}", any(open_socket)).merge(trigger::routes())
}

/// The routes for the main address.
pub(super) fn beside_pages(app: &App) -> Router<App> {
    http::around_signed(app, routes())
}

/// Opens the separate port. If it is in use the server starts anyway: the main address serves sockets too.
pub(super) async fn open_port(app: &App) -> anyhow::Result<()> {
    let (true, Some(port)) = (app.config.realtime, app.config.realtime_port) else { return Ok(()) };
    let address = SocketAddr::new(app.config.listen.ip(), port);
    let listener = match TcpListener::bind(address).await {
        Ok(listener) => listener,
        Err(error) => {
            tracing::warn!(%address, %error, "the port of the socket cannot be opened (SITEWRIGHT_REALTIME_PORT); sockets are served on the main address only");
            return Ok(());
        }
    };
    let address = listener.local_addr()?;
    // Set only once, at the start.
    let _ = app.socket_port.set(address.port());
    tracing::info!(%address, "serving sockets");
    let router = http::around_signed(app, routes().fallback(elsewhere)).with_state(app.clone());
    let served = app.clone();
    app.tasks.spawn(async move { http::serve(&served, listener, router).await });
    Ok(())
}

/// A socket at an unknown address gets the protocol's error code.
async fn elsewhere(app: App, upgrade: Upgrade, parts: Parts) -> Result<Response> {
    let upgrade = upgrade.map_err(|_| Problem::not_found())?;
    count(&app, &parts)?;
    Ok(refused(upgrade, Code::NoSuchPath))
}

/// Counts a handshake of an address; 429 if there were too many, which is cheaper than a refused socket.
fn count(app: &App, parts: &Parts) -> Result<Option<Network>> {
    let Some(address) = http::visit(parts)?.address else { return Ok(None) };
    let limit = Limit::new(app.config.realtime_handshakes_per_address.max(1), MINUTE);
    app.rates.count_as("handshakes", &rate::place(address).to_string(), limit, "realtime.too-often")?;
    Ok(Some(Network::of(address)))
}

/// Pages of the application have addresses of the same form; a request without an upgrade is for a page.
async fn open_socket(
    app: App,
    Path(key): Path<String>,
    RawQuery(query): RawQuery,
    upgrade: Upgrade,
    parts: Parts,
) -> Result<Response> {
    let Ok(upgrade) = upgrade else { return bundle::get_file(State(app), parts).await };
    let network = count(&app, &parts)?;
    if let Err(code) = check(&app, &key, query.as_deref().unwrap_or_default(), &parts.headers) {
        return Ok(refused(upgrade, code));
    }
    let realtime = app.part::<Realtime>().clone();
    let most = realtime.0.limits.message_bytes + FRAME_EXTRA;
    let upgrade = upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(0)
        .max_write_buffer_size(WRITE_BUFFER.max(4 * most))
        .max_message_size(most)
        .max_frame_size(most);
    Ok(upgrade.on_upgrade(move |socket| attend(realtime, socket, network)))
}

fn refused(upgrade: WebSocketUpgrade, code: Code) -> Response {
    metrics::counter!("sitewright_realtime_refused_total", "code" => code.number().to_string()).increment(1);
    upgrade.on_upgrade(move |socket| refuse(socket, code))
}

fn check(app: &App, key: &str, query: &str, headers: &HeaderMap) -> Result<(), Code> {
    refuse_if(!app.config.realtime, || Code::Disabled)?;
    refuse_if(key != app.part::<Realtime>().0.keys.key, || Code::UnknownApp)?;
    let proto = headers.get("x-forwarded-proto").and_then(|proto| proto.to_str().ok());
    if app.config.trust_forwarded
        && app.config.has_secure_cookies()
        && proto.is_some_and(|proto| proto.starts_with("http:") || proto == "http" || proto == "ws")
    {
        return Err(Code::TlsOnly);
    }
    check_version(query)?;
    if is_at_home(app, headers) { Ok(()) } else { Err(Code::Unauthorized) }
}

fn check_version(query: &str) -> Result<(), Code> {
    let value =
        |name: &str| query.split('&').filter_map(|pair| pair.split_once('=')).find(|pair| pair.0 == name);
    let protocol = value("protocol").ok_or(Code::NoProtocol)?.1;
    if value("version").is_some_and(|(_, version)| !version.starts_with(|first: char| first.is_ascii_digit()))
    {
        return Err(Code::InvalidVersion);
    }
    match protocol.parse::<u32>() {
        Ok(version) if PROTOCOLS.contains(&version) => Ok(()),
        Ok(_) => Err(Code::UnsupportedProtocol),
        Err(_) => Err(Code::InvalidVersion),
    }
}

/// A page of another site may not open a socket here. The port may differ, since sockets have their own; a program
/// sends no origin.
fn is_at_home(app: &App, headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let host_of = |url: &str| url.parse::<Uri>().ok().and_then(|url| url.host().map(str::to_ascii_lowercase));
    let Some(origin) = origin.to_str().ok().and_then(host_of) else { return false };
    let ours = app.config.public_url.as_deref().and_then(host_of);
    let asked = http::host_name(headers).map(str::to_ascii_lowercase);
    ours.is_some_and(|host| host == origin) || asked.is_some_and(|host| host == origin)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_checked() {
        assert_eq!(check_version("protocol=7&client=js&version=8.6.0&flash=false"), Ok(()));
        assert_eq!(check_version("protocol=7"), Ok(()));
        assert_eq!(check_version("client=js"), Err(Code::NoProtocol));
        for version in 5..=7 {
            assert_eq!(check_version(&format!("protocol={version}&client=x")), Ok(()));
        }
        for version in [0, 1, 4, 8, 70] {
            let refused = check_version(&format!("protocol={version}"));
            assert_eq!(refused, Err(Code::UnsupportedProtocol), "{version}");
        }
        assert_eq!(check_version("protocol=seven"), Err(Code::InvalidVersion));
        assert_eq!(check_version("protocol=7&version=x"), Err(Code::InvalidVersion));
    }
}
