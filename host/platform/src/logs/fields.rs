//! Formats the values of log entries.

use std::fmt::{self, Write as _};

use serde_json::{Map, Value};
use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_subscriber::field::RecordFields;
use tracing_subscriber::fmt::format::{FormatEvent, FormatFields, Writer};
use tracing_subscriber::fmt::time::{FormatTime as _, SystemTime};
use tracing_subscriber::fmt::{FmtContext, FormattedFields};
use tracing_subscriber::registry::LookupSpan;

/// Most characters of a value.
const LONGEST: usize = 300;
const MESSAGE: &str = "message";

/// The fields of an entry or a span.
pub(super) enum Fields {
    /// `message name=value …`, with quotation marks around values that are not plain words.
    Text,
    /// An object.
    Json,
}

impl<'w> FormatFields<'w> for Fields {
    fn format_fields<R: RecordFields>(&self, mut writer: Writer<'w>, fields: R) -> fmt::Result {
        let mut values = Values::default();
        fields.record(&mut values);
        match self {
            Self::Text => values.write(&mut writer),
            Self::Json => write!(writer, "{}", Value::Object(values.0.into_iter().collect())),
        }
    }
}

/// JSON entries, one per line.
pub(super) struct Lines;

impl<S, N> FormatEvent<S, N> for Lines
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
{
    fn format_event(
        &self,
        context: &FmtContext<'_, S, N>,
        mut writer: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        let mut time = String::new();
        SystemTime.format_time(&mut Writer::new(&mut time))?;
        let mut values = Values::default();
        event.record(&mut values);
        let mut spans = Vec::new();
        for span in context.event_scope().into_iter().flat_map(|scope| scope.from_root()) {
            let name = Value::from(span.name());
            let extensions = span.extensions();
            let fields = extensions.get::<FormattedFields<N>>().map_or("{}", |fields| fields.as_str());
            let mut fields: Map<String, Value> = serde_json::from_str(fields).unwrap_or_default();
            fields.insert("name".to_owned(), name);
            spans.push(Value::Object(fields));
        }
        let metadata = event.metadata();
        let mut line = Map::new();
        line.insert("timestamp".to_owned(), time.into());
        line.insert("level".to_owned(), metadata.level().as_str().into());
        line.extend(values.0);
        line.insert("target".to_owned(), metadata.target().into());
        if let Some(last) = spans.last() {
            line.insert("span".to_owned(), last.clone());
            line.insert("spans".to_owned(), spans.into());
        }
        writeln!(writer, "{}", Value::Object(line))
    }
}

/// The recorded values, each cut.
#[derive(Default)]
struct Values(Vec<(String, Value)>);

impl Values {
    fn write(&self, writer: &mut Writer<'_>) -> fmt::Result {
        let message = self.0.iter().find(|(name, _)| name == MESSAGE).and_then(|(_, value)| value.as_str());
        if let Some(message) = message {
            // A message of the product, apart from interpolated values.
            write!(writer, "{}", escaped(message))?;
        }
        let others = self.0.iter().filter(|(name, _)| name != MESSAGE);
        for (number, (name, value)) in others.enumerate() {
            if number > 0 || message.is_some() {
                writer.write_char(' ')?;
            }
            match value.as_str() {
                Some(text) if is_plain(text) => write!(writer, "{name}={text}")?,
                Some(text) => write!(writer, "{name}=\"{}\"", escaped(text))?,
                None => write!(writer, "{name}={value}")?,
            }
        }
        Ok(())
    }

    fn add(&mut self, field: &Field, value: impl Into<Value>) {
        self.0.push((field.name().trim_start_matches("r#").to_owned(), value.into()));
    }
}

impl Visit for Values {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        let mut cut = Cut::default();
        // An error means that the limit is reached.
        let _ = write!(cut, "{value:?}");
        self.add(field, cut.text);
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        let mut cut = Cut::default();
        let _ = cut.write_str(value);
        self.add(field, cut.text);
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        self.add(field, value);
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.add(field, value);
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.add(field, value);
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.add(field, value);
    }
}

/// Keeps the beginning of what is written to it.
#[derive(Default)]
struct Cut {
    text: String,
    chars: usize,
}

impl fmt::Write for Cut {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for char in text.chars() {
            if self.chars == LONGEST {
                self.text.push('…');
                self.chars += 1;
            }
            if self.chars > LONGEST {
                return Err(fmt::Error);
            }
            self.text.push(char);
            self.chars += 1;
        }
        Ok(())
    }
}

/// Escapes line breaks, invisible characters and bidirectional marks.
fn escaped(text: &str) -> String {
    let one = |char: char| match char {
        // Apostrophes of the product's messages; no value is put into them.
        '\'' => char.to_string(),
        char => char.escape_debug().to_string(),
    };
    text.chars().map(one).collect()
}

/// Whether a value needs no quotation marks.
fn is_plain(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|char| char.is_ascii_alphanumeric() || "._-:/+@…".contains(char))
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::{Arc, Mutex};

    use tracing_subscriber::fmt::MakeWriter;

    use super::*;

    /// The captured log.
    #[derive(Clone, Default)]
    struct Log(Arc<Mutex<Vec<u8>>>);

    impl Log {
        fn text(&self) -> String {
            String::from_utf8(self.0.lock().expect("a lock").clone()).expect("UTF-8")
        }
    }

    impl io::Write for Log {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().expect("a lock").write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl<'a> MakeWriter<'a> for Log {
        type Writer = Self;

        fn make_writer(&'a self) -> Self {
            self.clone()
        }
    }

    const HOSTILE: &str = "no\n2026-01-01T00:00:00Z  INFO sitewright: admin logged in status=\"ok\"\u{202e}\u{1b}[31m\r\u{2028}";

    fn say() {
        let span = tracing::info_span!("request", id = HOSTILE, method = %"GET");
        let _inside = span.enter();
        tracing::warn!(code = "plugin.refused", error = %HOSTILE, agent = ?HOSTILE, words = 3, "a run failed: {HOSTILE}");
        tracing::warn!(error = %"x".repeat(100_000), why = "y".repeat(1000), "a long one");
    }

    #[test]
    fn w3_no_value_starts_a_line_or_a_field() {
        let log = Log::default();
        let text =
            tracing_subscriber::fmt().with_ansi(false).fmt_fields(Fields::Text).with_writer(log.clone());
        tracing::subscriber::with_default(text.finish(), say);
        let text = log.text();
        assert_eq!(text.lines().count(), 2, "{text}");
        for hidden in ['\u{202e}', '\u{1b}', '\r', '\u{2028}'] {
            assert!(!text.contains(hidden), "{hidden:?} in {text:?}");
        }
        let first = text.lines().next().expect("a line");
        assert!(first.contains("code=plugin.refused") && first.contains("words=3"), "{first}");
        assert!(first.contains(r#"error="no\n2026-01-01T00:00:00Z  INFO"#), "{first}");
        assert!(!first.contains("status=\"ok\""), "the quotation marks are escaped: {first}");
        assert!(text.lines().nth(1).is_some_and(|line| line.chars().count() < 1_200), "{text}");
        assert!(text.contains(&format!("error={}…", "x".repeat(LONGEST))), "{text}");
    }

    #[test]
    fn w3_json_entries_are_cut_as_well() {
        let log = Log::default();
        let json =
            tracing_subscriber::fmt().fmt_fields(Fields::Json).event_format(Lines).with_writer(log.clone());
        tracing::subscriber::with_default(json.finish(), say);
        let lines: Vec<Value> =
            log.text().lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert_eq!(lines.len(), 2);
        assert_eq!((&lines[0]["level"], &lines[0]["words"]), (&Value::from("WARN"), &Value::from(3)));
        assert_eq!(lines[0]["error"], HOSTILE);
        assert_eq!(
            (&lines[0]["span"]["name"], &lines[0]["spans"][0]["method"]),
            (&Value::from("request"), &Value::from("GET"))
        );
        assert_eq!(lines[1]["error"].as_str().map(|text| text.chars().count()), Some(LONGEST + 1));
        assert!(lines[0]["timestamp"].is_string() && lines[0]["target"].is_string());
    }
}
