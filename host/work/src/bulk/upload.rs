//! Uploading a table: it is read, matched and checked completely before any word is spent.

use std::convert::Infallible;

use axum::extract::Request;
use futures::stream;

use super::store::{self, NewRow};
use super::{BulkStatus, BulkView, FILE_BYTES, Job, columns, file};
use crate::billing::plans;
use crate::catalogue::tools::{self, Described, Tool, Tools};
use crate::platform::prelude::*;
use crate::workspace::projects;

/// Bytes of a form beside the file: its other fields and the boundaries.
const FORM_BYTES: usize = 256 * 1024;
/// Jobs per account; old ones can be deleted.
const MOST_JOBS: i64 = 200;
/// MB of the rows of all these jobs.
const MOST_MB: i64 = 200;
const NAME_CHARS: usize = 120;

/// Parameters of a file that is sent as the request body.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct Beside {
    /// Name of the file.
    name: Option<String>,
    /// JSON: values by field for rows without their own.
    fixed: Option<String>,
    /// JSON: the field by column name, or null to ignore the column; other columns are matched by name.
    columns: Option<String>,
}

/// A form with a file.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it is part of the API document")]
pub(super) struct BulkForm {
    /// The table: CSV, separated by commas, semicolons or tabs, in UTF-8, Windows-1250 or ISO 8859-2.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
    /// JSON: values by field for rows without their own.
    fixed: Option<String>,
    /// JSON: the field by column name, or null to ignore the column; other columns are matched by name.
    columns: Option<String>,
}

/// Check a table of inputs and estimate its price; nothing runs yet
///
/// The first line contains the column names: field ids or titles, in either language. Items of a list are separated
/// by `|`. A job that is not started within seven days is deleted.
#[utoipa::path(post, path = "/api/tools/{id}/bulk", tag = "bulk", params(("id" = String, Path), Beside),
    request_body(content((Vec<u8> = "text/csv"), (BulkForm = "multipart/form-data"))),
    responses((status = 201, description = "Ready to start", body = BulkView),
        (status = 400, description = "The form is malformed"), (status = 402, description = "The plan does not include the tool or so many rows"), (status = 409, description = "There are too many jobs"),
        (status = 415, description = "The body is neither CSV nor a form"), (status = 429, description = "Another conversion of the account is running"),
        (status = 422, description = "The file cannot be used; the message names line and column")))]
pub(super) async fn create_bulk(
    app: App,
    user: User,
    locale: Locale,
    Path(id): Path<String>,
    Query(beside): Query<Beside>,
    request: Request,
) -> Result<Response> {
    let tool = app.part::<Tools>().find_for(&app, &user.id, &id).await?;
    let described = tool.described().await?;
    let turn = app.conversions.turn(&user.id).await?;
    check_number(&app, &user.id).await?;
    let plan = check_plan(&app, &user.id, &tool).await?;
    let mut sent = receive(&app, beside, request).await?;
    let project = projects::selected(&mut app.db.read().acquire().await?, &user.id).await?;
    if let Some(project) = &project {
        let mut fixed = Value::Object(sent.fixed);
        tools::prefer_language(&described.text(locale).input, &mut fixed, &project.language_code);
        sent.fixed = fixed.as_object().cloned().unwrap_or_default();
    }
    let job = Job {
        id: db::new_id(),
        account_id: user.id.clone(),
        project_id: project.map(|project| project.id),
        tool: id,
        language: locale,
        name: sent.name,
        status: BulkStatus::Ready,
        problem: None,
        encoding: String::new(),
        separator: String::new(),
        columns: String::new(),
        origin: None,
        fixed: Value::from(sent.fixed.clone()).to_string(),
        created_at: Timestamp::now(),
        started_at: None,
        finished_at: None,
    };
    // Checking thousands of rows takes a while.
    let (job, rows) =
        turn.run(move || check(job, &described, &sent.bytes, &sent.fixed, &sent.columns)).await??;
    plan.expect_rows(i64::try_from(rows.len()).unwrap_or(i64::MAX))?;
    let mut tx = app.db.write_for(&user.id).await?;
    store::insert(&mut tx, &job, &rows).await?;
    tx.commit().await?;
    let location = format!("/api/bulk/{}", job.id);
    let view: Json<BulkView> = super::show(&app, &user, &job.id, locale).await?;
    Ok((StatusCode::CREATED, [(header::LOCATION, location)], view).into_response())
}

/// Returns the account's plan, which must include the tool.
pub(super) async fn check_plan(app: &App, account: &str, tool: &Tool) -> Result<plans::Plan> {
    let mut conn = app.db.read().acquire().await?;
    let plan = plans::of_account(&mut conn, account).await?.plan;
    plans::locks(&mut conn, account, &plan).await?.expect(&tool.id, tool.name())?;
    Ok(plan)
}

pub(super) async fn check_number(app: &App, account: &str) -> Result<()> {
    store::delete_unstarted(&app.db, account).await?;
    let mut conn = app.db.read().acquire().await?;
    let is_full = store::bytes(&mut conn, account).await? > MOST_MB * 1024 * 1024;
    refuse_if(is_full, || Problem::conflict("bulk.too-much").with("max_mb", MOST_MB))?;
    let Paged { total, .. } = store::list(&mut conn, account, Page { page: 1, per_page: 1 }).await?;
    refuse_if(total >= MOST_JOBS, || Problem::conflict("bulk.too-many-jobs").with("max", MOST_JOBS))
}

fn check(
    mut job: Job,
    tool: &Described,
    bytes: &[u8],
    fixed: &Map<String, Value>,
    chosen: &BTreeMap<String, Option<String>>,
) -> Result<(Job, Vec<NewRow>)> {
    check_fixed(tool, fixed, job.language)?;
    let table = file::read(bytes)?;
    let columns = columns::matched(tool, &table, chosen, job.language)?;
    let inputs = columns::Inputs::new(tool, &columns, fixed, job.language);
    let rows = table.rows.into_iter().map(|record| {
        let input = inputs.of(&record);
        NewRow { line: record.line, cells: record.cells, input }
    });
    let rows = rows.collect();
    job.encoding = table.encoding.to_ascii_lowercase();
    job.separator = table.separator.to_string();
    job.columns = serde_json::to_string(&columns)?;
    Ok((job, rows))
}

/// Reports an invalid fixed value once and not for each row.
fn check_fixed(tool: &Described, fixed: &Map<String, Value>, locale: Locale) -> Result<()> {
    let Err(problem) = tools::prepare(&tool.text(locale).input, Value::Object(fixed.clone())) else {
        return Ok(());
    };
    let mut errors = FieldErrors::new();
    for (name, texts) in problem.errors() {
        let Some(path) = name.strip_prefix("input.") else { continue };
        // A field that a column provides is not missing yet.
        if path.split('.').next().is_some_and(|field| fixed.contains_key(field)) {
            errors.insert(format!("fixed.{path}"), texts.clone());
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(Problem::invalid(errors)) }
}

/// A parsed request.
struct Sent {
    name: String,
    bytes: Bytes,
    fixed: Map<String, Value>,
    columns: BTreeMap<String, Option<String>>,
}

async fn receive(app: &App, mut beside: Beside, request: Request) -> Result<Sent> {
    let (parts, body) = request.into_parts();
    let kind =
        parts.headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let boundary = match kind.split(';').next().unwrap_or_default().trim() {
        "text/csv" | "text/tab-separated-values" => None,
        _ => Some(
            multer::parse_boundary(kind)
                .map_err(|_| Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "bulk.not-csv"))?,
        ),
    };
    let most = FILE_BYTES + if boundary.is_some() { FORM_BYTES } else { 0 };
    let mut bytes = json::read(app, &parts.headers, body, most).await?;
    if let Some(boundary) = boundary {
        (bytes, beside) = form(bytes, boundary, beside).await?;
    }
    sent(bytes, beside)
}

async fn form(bytes: Bytes, boundary: String, mut beside: Beside) -> Result<(Bytes, Beside)> {
    let malformed =
        |error| Problem::new(StatusCode::BAD_REQUEST, "request.malformed").because(anyhow::Error::new(error));
    let mut form = multer::Multipart::new(stream::iter([Ok::<_, Infallible>(bytes)]), boundary);
    let mut file = None;
    while let Some(part) = form.next_field().await.map_err(malformed)? {
        match part.name() {
            Some("file") => {
                beside.name = part.file_name().map(str::to_owned).or(beside.name);
                file = Some(part.bytes().await.map_err(malformed)?);
            }
            Some("name") => beside.name = Some(part.text().await.map_err(malformed)?),
            Some("fixed") => beside.fixed = Some(part.text().await.map_err(malformed)?),
            Some("columns") => beside.columns = Some(part.text().await.map_err(malformed)?),
            _ => {}
        }
    }
    let file = file.ok_or_else(|| Problem::invalid_field("file", Text::key("validation.required")))?;
    Ok((file, beside))
}

fn sent(bytes: Bytes, beside: Beside) -> Result<Sent> {
    let name: String =
        beside.name.unwrap_or_default().chars().filter(|char| !char.is_control()).take(NAME_CHARS).collect();
    Ok(Sent {
        name: if name.trim().is_empty() { "table.csv".to_owned() } else { name.trim().to_owned() },
        bytes,
        fixed: read("fixed", beside.fixed.as_deref())?,
        columns: read("columns", beside.columns.as_deref())?,
    })
}

fn read<T: serde::de::DeserializeOwned + Default>(field: &str, json: Option<&str>) -> Result<T> {
    let Some(json) = json.filter(|json| !json.trim().is_empty()) else { return Ok(T::default()) };
    serde_json::from_str(json)
        .map_err(|error| Problem::invalid_field(field, Text::key("validation.wrong-type")).because(error))
}
