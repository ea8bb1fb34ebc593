//! Files that only the owner should see.

use sitewright_sdk::rules::{Failure, Probe, Report, Settings, Site};

/// What a file begins with or contains, by the end of its name, and what it is called.
const KINDS: &[(&str, &str, Sign)] = &[
    ("/.git/HEAD", "git", Sign::Start("ref: refs/")),
    ("/.git/config", "git", Sign::Part("[core]")),
    ("/.svn/wc.db", "Subversion", Sign::Start("SQLite format 3")),
    ("/.htpasswd", ".htpasswd", Sign::Passwords),
    ("/.DS_Store", ".DS_Store", Sign::Part("Bud1")),
    (".env", ".env", Sign::Variables),
    (".env.local", ".env", Sign::Variables),
    (".env.production", ".env", Sign::Variables),
    ("info.php", "phpinfo()", Sign::Part("<title>phpinfo()</title>")),
    ("info.php", "phpinfo()", Sign::Part("<title>PHP ")),
    (".zip", "ZIP", Sign::Start("PK\u{3}\u{4}")),
    (".gz", "gzip", Sign::Start("\u{1f}\u{fffd}")),
    (".sql", "SQL", Sign::Part("CREATE TABLE")),
    (".sql", "SQL", Sign::Part("INSERT INTO")),
    (".sql", "SQL", Sign::Part("-- MySQL dump")),
    (".sql", "SQL", Sign::Part("-- MariaDB dump")),
    (".sql", "SQL", Sign::Part("PostgreSQL database dump")),
    ("/id_rsa", "SSH", Sign::Start("-----BEGIN ")),
    ("", "PHP", Sign::Start("<?php")),
];

enum Sign {
    Start(&'static str),
    Part(&'static str),
    /// Lines such as `KEY=value`.
    Variables,
    /// Lines such as `name:$apr1$…`.
    Passwords,
}

impl Sign {
    fn is_in(&self, text: &str) -> bool {
        let text = text.trim_start_matches(['\u{feff}', '\n', '\r', ' ']);
        match self {
            Self::Start(start) => text.starts_with(start),
            Self::Part(part) => text.contains(part),
            Self::Variables => has_variables(text),
            Self::Passwords => ["$apr1$", "{SHA}", "$2y$", "$2b$"].iter().any(|hash| {
                text.lines().any(|line| line.split_once(':').is_some_and(|(_, rest)| rest.starts_with(hash)))
            }),
        }
    }
}

/// Whether each line is a comment, empty or the value of a variable, and one is a value. The last line may be cut.
fn has_variables(text: &str) -> bool {
    let is_name = |name: &str| {
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    let is_value = |line: &str| {
        let line = line.strip_prefix("export ").unwrap_or(line);
        line.split_once('=').is_some_and(|(name, _)| is_name(name.trim_end()))
    };
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.next().is_some_and(is_value) && !text.starts_with('<')
}

fn kind(probe: &Probe) -> Option<&'static str> {
    let is = |(end, _, sign): &&(&str, &str, Sign)| probe.path().ends_with(end) && sign.is_in(probe.start());
    KINDS.iter().find(is).map(|(_, name, _)| *name)
}

pub fn sec_exposed_file(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    const OF_PACK: u32 = 0;
    let mut is_first = true;
    site.probes().is("kind", OF_PACK).is("status", 200).each(|probe| {
        if let Some(kind) = kind(&probe).filter(|_| is_first) {
            is_first = false;
            report.site().text("file", probe.end_url()).text("kind", kind);
        }
    })
}
