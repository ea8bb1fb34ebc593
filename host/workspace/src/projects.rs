//! Projects: one website in one language and place. Users work in the selected project; its content belongs to it and
//! is deleted with it.

mod domain;
mod icon;
mod item;
mod locations;
mod look;
mod personal;
mod removal;
mod store;
mod tab;

use crate::billing::plans;
use crate::messages::realtime;
use crate::platform::json::Json as Body;
use crate::platform::prelude::*;

pub use domain::shown;
pub use icon::refresh_icons;
pub use item::{Project, ProjectItem};
pub use locations::Location;
pub use look::ProjectColor;
pub use personal::{belongings, count};
pub use removal::{Belonging, Belongings};
pub use store::{expect_own, find, list, owns, selected};
pub use tab::of_tab;

pub const SLICE: Slice = Slice {
    routes,
    tables: &[
        Table::personal("selected_projects", &["account_id"]),
        Table::personal("projects", &["account_id"]),
        Table::new("project_numbers"),
        Table::new("project_icons"),
    ],
    views: &["project_domains"],
    personal_data: belongings,
    open,
    jobs: &[
        Kind::of::<icon::ReadIcon>(),
        Kind::periodic("projects.refresh-icons", Schedule::HOURLY, |app| {
            Box::pin(async move { refresh_icons(&app, Timestamp::now()).await })
        }),
    ],
    ..Slice::new("projects")
};

fn routes() -> OpenApiRouter<App> {
    endpoints![
        get_user_projects,
        add_project,
        save_selected_project,
        look::edit_project,
        icon::get_project_icon,
        removal::delete_project,
        locations::list_locations
    ]
}

fn open(app: App) -> anyhow::Result<App> {
    let icons = icon::Icons(Fetcher::new(&app.config)?);
    Ok(app.with(Belongings::default()).with(icons).with(realtime::OwnsProject(owns_project)))
}

/// Adds a slice that stores data of projects. A slice that starts work for another one runs before it.
pub fn keep(app: App, belonging: impl Belonging + 'static) -> App {
    let all = app.part::<Belongings>().with(belonging);
    app.with(all)
}

/// Whether a project belongs to an account, for the channels of projects.
fn owns_project<'a>(app: &'a App, account: &'a str, project: &'a str) -> BoxFuture<'a, Result<bool>> {
    Box::pin(async move {
        let Ok(project) = project.parse() else { return Ok(false) };
        owns(&mut app.db.read().acquire().await?, account, project).await
    })
}

/// The user's projects, oldest first, and the selected one.
#[derive(Debug, Serialize, ToSchema)]
struct UserProjects {
    projects: Vec<ProjectItem>,
    /// Null if there are no projects, as are the next three fields.
    #[schema(required)]
    selected_project: Option<i64>,
    /// Of the selected project.
    #[schema(required)]
    domain: Option<String>,
    /// Of the selected project.
    #[schema(required)]
    language_code: Option<String>,
    /// Of the selected project.
    #[schema(required)]
    location: Option<&'static Location>,
    /// Problems of the selected project, in the reader's language.
    errors: Vec<String>,
}

/// Your projects, and the selected one
#[utoipa::path(get, path = "/api/project/getUserProjects", tag = "projects", responses((status = 200, body = UserProjects)))]
async fn get_user_projects(app: App, user: User, locale: Locale) -> Result<Json<UserProjects>> {
    // One snapshot, so that the selected project is in the list.
    let mut tx = app.db.read().begin().await?;
    let projects = store::list(&mut tx, &user.id).await?;
    let selected = store::selected(&mut tx, &user.id).await?;
    drop(tx);
    let location = selected.as_ref().and_then(|project| locations::find(project.location_code));
    let lost = selected.is_some() && location.is_none();
    Ok(Json(UserProjects {
        projects: projects.iter().map(Project::item).collect(),
        selected_project: selected.as_ref().map(|project| project.id),
        domain: selected.as_ref().map(|project| shown(&project.domain)),
        language_code: selected.map(|project| project.language_code),
        location,
        errors: lost.then(|| Text::key("projects.unknown-location").say(locale)).into_iter().collect(),
    }))
}

/// A website to add.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ProjectToAdd)]
struct NewProject {
    /// Its domain; may include scheme, `www.`, port and path.
    #[serde(default)]
    #[schema(required, max_length = 2000, example = "example.com")]
    domain: String,
    /// One of the languages of the location.
    #[serde(default)]
    #[schema(required, example = "pl")]
    language_code: String,
    /// See `/api/locations`.
    #[schema(required, value_type = i64, example = 2616)]
    location_code: Option<i64>,
}

#[derive(Debug, Serialize, ToSchema)]
struct ProjectAdded {
    status: Success,
    project: ProjectItem,
}

/// The success value that clients of this API family expect.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Success {
    Success,
}

#[derive(Debug, Serialize, ToSchema)]
struct ProjectDone {
    status: Success,
}

impl ProjectDone {
    fn answer() -> Json<Self> {
        Json(Self { status: Success::Success })
    }
}

/// Add a project and select it
///
/// The account's first project takes over its brand kit.
#[utoipa::path(post, path = "/api/project/addProject", tag = "projects", request_body = NewProject, responses(
    (status = 201, body = ProjectAdded), (status = 402, description = "The plan has no room for another project")))]
async fn add_project(
    app: App,
    user: User,
    Body(new): Body<NewProject>,
) -> Result<(StatusCode, Json<ProjectAdded>)> {
    let mut project = checked(&new)?;
    let mut tx = app.db.write().await?;
    let count = store::count(&mut tx, &user.id).await?;
    refuse_if(store::has(&mut tx, &user.id, &project).await?, || duplicate(&project))?;
    plans::of_account(&mut tx, &user.id).await?.plan.expect_project(count)?;
    project.color = look::next_color(&mut tx, &user.id).await?;
    project.id = store::insert(&mut tx, &user.id, &project, Timestamp::now())
        .await?
        .ok_or_else(|| duplicate(&project))?;
    if count == 0 {
        app.part::<Belongings>().adopt(&mut tx, &user.id, project.id).await?;
    }
    store::select(&mut tx, &user.id, project.id).await?;
    icon::ReadIcon::enqueue(&app, &mut tx, project.id).await?;
    publish(&app, &mut tx, &user.id);
    tx.commit().await?;
    let added = ProjectAdded { status: Success::Success, project: project.item() };
    Ok((StatusCode::CREATED, Json(added)))
}

/// Publishes to the account's open pages that its projects, or the selected one, changed.
fn publish(app: &App, tx: &mut Conn, account: &str) {
    realtime::publish(app, tx, account, "project.changed", &json!({}));
}

/// Validates a project, reporting all errors; its number is assigned later.
fn checked(new: &NewProject) -> Result<Project> {
    let mut errors = FieldErrors::new();
    let mut refuse = |field: &str, text: Text| drop(errors.insert(field.to_owned(), vec![text]));
    let domain = domain::normalised(&new.domain).unwrap_or_else(|text| {
        refuse("domain", text);
        String::new()
    });
    let location = new.location_code.and_then(locations::find);
    if location.is_none() {
        let missing =
            if new.location_code.is_none() { "validation.required" } else { "projects.no-such-location" };
        refuse("location_code", Text::key(missing));
    }
    if new.language_code.is_empty() {
        refuse("language_code", Text::key("validation.required"));
    } else if location.is_some_and(|location| !location.speaks(&new.language_code)) {
        refuse("language_code", Text::key("projects.no-such-language"));
    }
    match location {
        Some(location) if errors.is_empty() => Ok(Project {
            id: 0,
            domain,
            language_code: new.language_code.clone(),
            location_code: location.location_code,
            name: String::new(),
            color: ProjectColor::default(),
            icon: None,
            created_at: Timestamp::now(),
        }),
        _ => Err(Problem::invalid(errors)),
    }
}

fn duplicate(project: &Project) -> Problem {
    Problem::invalid_field("domain", Text::key("projects.duplicate").with("domain", shown(&project.domain)))
}

/// The project to select.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ProjectToSelect {
    #[serde(rename = "selectedProject")]
    #[schema(minimum = 1)]
    selected_project: i64,
}

/// Select the project to work in
#[utoipa::path(post, path = "/api/project/saveSelectedProject", tag = "projects", request_body = ProjectToSelect,
    responses((status = 200, body = ProjectDone), (status = 404, description = "It does not exist, or it is not yours")))]
async fn save_selected_project(
    app: App,
    user: User,
    Body(wanted): Body<ProjectToSelect>,
) -> Result<Json<ProjectDone>> {
    // 0 is the selector's entry "Add project".
    if wanted.selected_project == 0 {
        return Err(Problem::invalid_field("selectedProject", Text::key("projects.none-selected")));
    }
    let mut tx = app.db.write().await?;
    store::expect_own(&mut tx, &user.id, wanted.selected_project).await?;
    store::select(&mut tx, &user.id, wanted.selected_project).await?;
    publish(&app, &mut tx, &user.id);
    committed(tx, ProjectDone::answer()).await
}
