//! The types of settings: how each is parsed from text and written back.

use super::{HostPorts, LocalServers, Origin};
use crate::fetch::{Names, Networks};
use crate::libraries::*;

/// Memory of a password hash, in KiB.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PasswordMemory(pub u32);

impl PasswordMemory {
    /// What OWASP recommends for argon2id with two passes.
    pub(super) const LEAST: u32 = 19_456;
}

/// How a setting is parsed from text and written back.
pub(super) trait Setting: Sized {
    /// The expected form, for the error message.
    const EXPECTED: &'static str;
    fn parse(text: &str) -> Option<Self>;
    /// The inverse of `parse`.
    fn write(&self) -> String;
}

macro_rules! setting {
    ($($type:ty: $expected:literal = |$text:ident| $parse:expr, |$value:ident| $write:expr;)*) => {$(
        impl Setting for $type {
            const EXPECTED: &'static str = $expected;
            fn parse($text: &str) -> Option<Self> { $parse }
            fn write(&self) -> String { let $value = self; $write }
        }
    )*};
}

setting! {
    String: "a text" = |text| Some(text.to_owned()), |value| value.clone();
    PathBuf: "a path" = |text| (!text.is_empty()).then(|| text.into()), |path| path.display().to_string();
    SocketAddr: "an address with a port, such as 127.0.0.1:8080" = |text| text.parse().ok(), |address| address.to_string();
    Origin: "an origin such as https://example.com, without a path" = |text| Origin::parse(text), |origin| origin.as_str().to_owned();
    bool: "true or false" = |text| match text.to_ascii_lowercase().as_str() {
        "true" | "1" | "yes" | "on" => Some(true),
        "false" | "0" | "no" | "off" => Some(false),
        _ => None,
    }, |value| value.to_string();
    u16: "the number of a port" = |text| text.parse().ok(), |number| number.to_string();
    u32: "a whole number" = |text| text.replace('_', "").parse().ok(), |number| number.to_string();
    u64: "a whole number" = |text| text.replace('_', "").parse().ok(), |number| number.to_string();
    usize: "a whole number" = |text| text.replace('_', "").parse().ok(), |number| number.to_string();
    Duration: "a time such as 250ms, 30s, 5m, 12h or 30d" = |text| parse_duration(text), |time| write_duration(*time);
    PasswordMemory: "a number of KiB, 19456 or more" = |text| text.parse().ok().filter(|kib| *kib >= PasswordMemory::LEAST).map(PasswordMemory), |memory| memory.0.to_string();
    Networks: "addresses, networks such as 10.0.0.0/8, or hosts such as wiki.example.com, separated by commas" = |text| Networks::parse(text), |list| list.to_string();
    Names: "names with addresses such as shop.internal=10.0.0.5, separated by commas" = |text| Names::parse(text), |list| list.to_string();
    LocalServers: "names with addresses such as ollama=http://127.0.0.1:11434, separated by commas" = |text| LocalServers::parse(text), |list| list.to_string();
    HostPorts: "hosts with ports such as shop.internal:8080, separated by commas" = |text| HostPorts::parse(text), |list| list.to_string();
    LogFormat: "text or json" = |text| match text {
        "text" => Some(LogFormat::Text),
        "json" => Some(LogFormat::Json),
        _ => None,
    }, |format| match format {
        LogFormat::Text => "text".to_owned(),
        LogFormat::Json => "json".to_owned(),
    };
}

impl<T: Setting> Setting for Option<T> {
    const EXPECTED: &'static str = T::EXPECTED;
    fn parse(text: &str) -> Option<Self> {
        if text.is_empty() { Some(None) } else { T::parse(text).map(Some) }
    }
    fn write(&self) -> String {
        self.as_ref().map(T::write).unwrap_or_default()
    }
}

/// How log lines are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFormat {
    Text,
    Json,
}

fn parse_duration(text: &str) -> Option<Duration> {
    let split = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let number: u64 = text[..split].parse().ok()?;
    let ms = match text[split..].trim() {
        "ms" => 1,
        "s" | "" => 1000,
        "m" => 60_000,
        "h" => 3_600_000,
        "d" => 86_400_000,
        _ => return None,
    };
    number.checked_mul(ms).map(Duration::from_millis)
}

/// Writes a duration in the largest unit that is exact.
fn write_duration(time: Duration) -> String {
    let ms = time.as_millis();
    let units = [(86_400_000, "d"), (3_600_000, "h"), (60_000, "m"), (1000, "s")];
    let fits = units.into_iter().find(|(unit, _)| ms > 0 && ms.is_multiple_of(*unit));
    fits.map_or_else(|| format!("{ms}ms"), |(unit, name)| format!("{}{name}", ms / unit))
}
