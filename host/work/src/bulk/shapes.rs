//! Jobs and rows as the API shows them.

use super::rows::Sums;
use super::{BulkRowStatus, BulkStatus, Column, Job, Row};
use crate::platform::prelude::*;

/// Rows by status.
#[derive(Debug, Default, Clone, Copy, Serialize, ToSchema)]
pub struct BulkCounts {
    pub total: i64,
    pub invalid: i64,
    pub waiting: i64,
    pub running: i64,
    pub succeeded: i64,
    pub failed: i64,
    pub cancelled: i64,
    /// Of the succeeded rows, those whose text has places to fill in.
    pub gaps: i64,
}

/// Consecutive rows in the same state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct BulkStretch {
    pub status: BulkRowStatus,
    /// Whether their texts have places to fill in.
    pub gaps: bool,
    pub count: i64,
}

/// The cost of a job.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub struct BulkWords {
    /// Expected words per row: the average of the finished rows, or else of the tool's runs for the requested number
    /// of variants. Without a model exactly 0.
    pub per_row: i64,
    /// Expected words of the unfinished rows.
    pub expected: i64,
    /// Words charged so far.
    pub charged: i64,
    /// Words that the account has left.
    pub left: i64,
}

/// A problem of a row, with its position in the file.
#[derive(Debug, Serialize, ToSchema)]
pub struct BulkRowProblem {
    /// Number of the row, from 1, without the header.
    pub row: i64,
    /// Line of the file, from 1.
    pub line: i64,
    /// The column; null if no column provides the field.
    pub column: Option<String>,
    /// The tool's field; null if the problem concerns the whole row.
    pub field: Option<String>,
    /// In the reader's language.
    pub message: String,
}

/// A table whose rows become runs.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Bulk)]
pub struct BulkView {
    pub id: String,
    pub tool: String,
    /// Name of the file.
    pub name: String,
    pub status: BulkStatus,
    /// Why it paused automatically.
    pub problem: Option<ProblemView>,
    /// The detected encoding of the file.
    #[schema(example = "windows-1250")]
    pub encoding: String,
    /// The separator of its cells.
    #[schema(example = ";")]
    pub separator: String,
    pub columns: Vec<Column>,
    /// Values by field for rows without their own.
    #[schema(value_type = Object)]
    pub fixed: Map<String, Value>,
    pub rows: BulkCounts,
    pub words: BulkWords,
    /// The first problems of invalid rows; absent in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problems: Option<Vec<BulkRowProblem>>,
    /// The state of all rows in their order; absent in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strip: Option<Vec<BulkStretch>>,
    /// How many seconds the rest will take; absent in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<i64>,
    pub created_at: Timestamp,
    pub started_at: Option<Timestamp>,
    pub finished_at: Option<Timestamp>,
}

/// A row of a job.
#[derive(Debug, Serialize, ToSchema)]
pub struct BulkRow {
    /// From 1, without the header.
    pub number: i64,
    /// Line of the file, from 1.
    pub line: i64,
    /// As uploaded, in column order.
    pub cells: Vec<String>,
    pub status: BulkRowStatus,
    pub run_id: Option<String>,
    pub document_id: Option<String>,
    /// The problem of a failed or invalid row.
    pub problem: Option<ProblemView>,
    /// Words charged.
    pub words: i64,
    /// Places of its text that are to be filled in.
    pub gaps: i64,
}

pub(super) fn problem_view(problem: Option<&str>, locale: Locale) -> Result<Option<ProblemView>> {
    let problem: Option<Problem> = problem.map(serde_json::from_str).transpose()?;
    Ok(problem.map(|problem| problem.render(locale)))
}

impl Row {
    pub(super) fn view(self, locale: Locale) -> Result<BulkRow> {
        Ok(BulkRow {
            number: self.number,
            line: self.line,
            cells: serde_json::from_str(&self.cells)?,
            status: self.status,
            run_id: self.run_id,
            document_id: self.document_id,
            problem: problem_view(self.problem.as_deref(), locale)?,
            words: self.words,
            gaps: self.gaps,
        })
    }

    /// The problems of the row as a list.
    pub(super) fn problems(&self, columns: &[Column], locale: Locale) -> Result<Vec<BulkRowProblem>> {
        let Some(problem) = problem_view(self.problem.as_deref(), locale)? else { return Ok(Vec::new()) };
        let at = |name: &str, message: String| {
            // `input.keywords.0` belongs to the field `keywords`.
            let field =
                name.strip_prefix("input.").map(|path| path.split('.').next().unwrap_or(path).to_owned());
            let column = columns.iter().find(|column| column.field.is_some() && column.field == field);
            BulkRowProblem {
                row: self.number,
                line: self.line,
                column: column.map(|column| column.name.clone()),
                field,
                message,
            }
        };
        let errors = problem.errors.unwrap_or_default().into_iter();
        Ok(errors
            .flat_map(|(name, texts)| texts.into_iter().map(move |text| (name.clone(), text)))
            .map(|(name, text)| at(&name, text))
            .collect())
    }
}

impl Job {
    pub(super) fn columns(&self) -> Result<Vec<Column>> {
        Ok(serde_json::from_str(&self.columns)?)
    }

    /// `per_row`: expected words per row; `left`: the account's balance.
    pub(super) fn view(self, sums: Sums, per_row: i64, left: i64, locale: Locale) -> Result<BulkView> {
        let Sums { rows, charged } = sums;
        let expected = per_row * (rows.waiting + rows.running);
        Ok(BulkView {
            columns: self.columns()?,
            fixed: serde_json::from_str(&self.fixed)?,
            problem: problem_view(self.problem.as_deref(), locale)?,
            id: self.id,
            tool: self.tool,
            name: self.name,
            status: self.status,
            encoding: self.encoding,
            separator: self.separator,
            rows,
            words: BulkWords { per_row, expected, charged, left },
            problems: None,
            strip: None,
            seconds: None,
            created_at: self.created_at,
            started_at: self.started_at,
            finished_at: self.finished_at,
        })
    }
}
