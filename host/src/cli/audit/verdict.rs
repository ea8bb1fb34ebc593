//! An audit compared with an earlier one, and whether it fails.

use super::baseline::{Baseline, Known};
use super::{FailOn, INTERRUPTED};
use crate::cli::prelude::*;
use crate::sites::audits::offline::{Found, Report, RuleReport};

/// Why an audit is incomplete that was stopped.
const STOPPED: &str = "interrupted";

/// Whether a finding was in the baseline.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Change {
    New,
    Same,
}

/// The findings of the baseline that are gone.
#[derive(Debug, Default)]
pub(super) struct Compared {
    /// No longer found at a place that was read again.
    pub fixed: Vec<Known>,
    /// Those whose place was not read, or whose rule was not checked.
    pub unchecked: Vec<Known>,
}

pub(super) struct Verdict {
    pub report: Report,
    /// For each finding; `None` without a baseline.
    pub changes: Vec<Option<Change>>,
    pub compared: Option<Compared>,
    pub fail_on: Option<FailOn>,
}

impl Verdict {
    pub(super) fn new(report: Report, baseline: Option<Baseline>, fail_on: Option<FailOn>) -> Self {
        let Some(baseline) = baseline else {
            let changes = vec![None; report.findings.len()];
            return Self { report, changes, compared: None, fail_on };
        };
        let known: HashSet<&str> = baseline.findings.iter().map(|known| known.fingerprint.as_str()).collect();
        let change = |found: &Found| match known.contains(found.fingerprint.as_str()) {
            true => Change::Same,
            false => Change::New,
        };
        let changes = report.findings.iter().map(|found| Some(change(found))).collect();
        let now: HashSet<&str> = report.findings.iter().map(|found| found.fingerprint.as_str()).collect();
        let checked: HashMap<&str, &RuleReport> = report
            .rules
            .iter()
            .filter(|rule| rule.state == "checked")
            .map(|rule| (rule.id.as_str(), rule))
            .collect();
        let is_checked = |known: &Known| {
            let place = known.place(&baseline.site);
            checked.contains_key(known.rule.as_str()) && place.is_none_or(|place| report.read.contains(place))
        };
        let gone: Vec<Known> = baseline
            .findings
            .iter()
            .filter(|known| !now.contains(known.fingerprint.as_str()))
            .cloned()
            .collect();
        let (fixed, unchecked) = gone.into_iter().partition(is_checked);
        let compared = Some(Compared { fixed, unchecked });
        Self { changes, compared, fail_on, report }
    }

    /// The findings with their changes.
    pub(super) fn findings(&self) -> impl Iterator<Item = (&Found, Option<Change>)> {
        self.report.findings.iter().zip(self.changes.iter().copied())
    }

    pub(super) fn count(&self, change: Change) -> usize {
        self.changes.iter().filter(|one| **one == Some(change)).count()
    }

    pub(super) fn is_interrupted(&self) -> bool {
        self.report.about.ended_by == Some(STOPPED)
    }

    /// Findings that fail the audit.
    pub(super) fn failing(&self) -> usize {
        let counts = |level: &str| match self.fail_on {
            None => false,
            Some(FailOn::Error) => level == "error",
            Some(FailOn::Warning) => matches!(level, "error" | "warning"),
        };
        self.findings().filter(|(found, change)| counts(found.level) && *change != Some(Change::Same)).count()
    }

    pub(super) fn exit_code(&self) -> ExitCode {
        if self.is_interrupted() {
            ExitCode::from(INTERRUPTED)
        } else if self.failing() > 0 {
            ExitCode::FAILURE
        } else if !self.report.about.failed_packs.is_empty() {
            ExitCode::from(crate::cli::failure::MISUSED)
        } else {
            ExitCode::SUCCESS
        }
    }
}
