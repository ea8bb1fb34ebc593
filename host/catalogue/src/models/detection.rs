//! Servers of language models on this machine: at the start of a server without a model, and when an administrator asks
//! for it, the usual ports are called. What answers is offered, and connected with one call.

use std::net::IpAddr;
use std::time::Duration;

use futures::future::join_all;
use sha2::{Digest as _, Sha256};
use url::Url;

use super::connections;
use super::offers::OfferedModel;
use super::overview::ModelConnection;
use super::recommended;
use super::role::ModelRole;
use super::store::{self, Connection, ModelRow};
use super::{Models, commit, entries};
use crate::messages::audit_log::ByAdmin;
use crate::platform::config::LocalServer;
use crate::platform::model::{self, ModelSettings, Offered, Purpose};
use crate::platform::prelude::*;

/// Timeout of one server. They are on this machine.
const TIME: Duration = Duration::from_secs(2);
/// Models of a server that are connected.
const MOST: usize = 30;

/// The servers that were found, and when.
#[derive(Debug, Clone)]
pub(super) struct Detected {
    at: Timestamp,
    servers: Vec<Found>,
}

/// A server that answered.
#[derive(Debug, Clone)]
struct Found {
    server: LocalServer,
    models: Vec<Offered>,
}

/// A server of language models on this machine.
#[derive(Debug, Serialize, ToSchema)]
struct DetectedServer {
    id: String,
    #[schema(example = "Ollama")]
    name: String,
    #[schema(example = "http://127.0.0.1:11434/v1")]
    url: String,
    models: Vec<OfferedModel>,
    /// Whether a connection has this address already.
    connected: bool,
}

/// The servers of language models on this machine.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct DetectedServers {
    /// When they were searched; null if they were not, such as at the start of a server with a model.
    #[schema(required)]
    at: Option<Timestamp>,
    servers: Vec<DetectedServer>,
}

/// A stable id of a server.
fn id_of(server: &LocalServer) -> String {
    hex::encode(&Sha256::digest(server.url.as_bytes())[..6])
}

/// The display name of a program.
fn name_of(server: &LocalServer) -> String {
    match server.name.as_str() {
        "ollama" => "Ollama".to_owned(),
        "lm-studio" => "LM Studio".to_owned(),
        "vllm" => "vLLM".to_owned(),
        name => name.to_owned(),
    }
}

/// The base address of its connection. All of these programs have OpenAI's protocol.
fn base_of(server: &LocalServer) -> String {
    format!("{}/v1", server.url)
}

/// Searches in the background if no model is connected.
pub(super) fn look_at_start(app: &App, models: &Models) {
    if models.connected() || app.config.model_local.0.is_empty() {
        return;
    }
    let (app, models) = (app.clone(), models.clone());
    let tasks = app.tasks.clone();
    tasks.spawn(async move {
        let stop = app.stop.clone();
        let Some(detected) = stop.run_until_cancelled(search(&app)).await else { return };
        for Found { server, models } in &detected.servers {
            let (name, url) = (name_of(server), &server.url);
            tracing::info!(
                name,
                url,
                models = models.len(),
                "found a server of language models on this machine"
            );
        }
        *models.detected() = Some(detected);
    });
}

/// Calls all servers that the settings list.
async fn search(app: &App) -> Detected {
    let servers = app.config.model_local.0.iter().filter(|server| !is_this_server(app, server));
    let found = join_all(servers.map(look)).await.into_iter().flatten().collect();
    Detected { at: Timestamp::now(), servers: found }
}

/// Whether the address is that of this server, whose usual port llama.cpp has as well.
fn is_this_server(app: &App, server: &LocalServer) -> bool {
    let Ok(url) = Url::parse(&server.url) else { return true };
    let own = [Url::parse(&app.url()).ok(), Url::parse(&format!("http://{}", app.config.listen)).ok()];
    let is_here = |host: &str| {
        let host = host.trim_start_matches('[').trim_end_matches(']');
        host == "localhost" || host.parse().is_ok_and(|ip: IpAddr| ip.is_loopback() || ip.is_unspecified())
    };
    own.into_iter().flatten().any(|own| {
        let hosts = own.host_str().zip(url.host_str());
        let same_host = hosts.is_some_and(|(own, other)| own == other || (is_here(own) && is_here(other)));
        same_host && own.port_or_known_default() == url.port_or_known_default()
    })
}

/// The models of a server; `None` if it does not answer as one.
async fn look(server: &LocalServer) -> Option<Found> {
    let settings = ModelSettings { connect: TIME, ..ModelSettings::new(base_of(server), "", "") };
    let models = match server.name.as_str() {
        "ollama" => model::offered_by_ollama(&settings, TIME).await,
        _ => model::offered(&settings, TIME).await,
    };
    models.ok().map(|models| Found { server: server.clone(), models })
}

/// The servers of language models that were found on this machine
#[utoipa::path(get, path = "/api/admin/models/detected", tag = "admin", responses((status = 200, body = DetectedServers)))]
pub(super) async fn get_detected_models(app: App, _: Admin) -> Result<Json<DetectedServers>> {
    view(&app).await
}

/// Search for servers of language models on this machine
#[utoipa::path(post, path = "/api/admin/models/detected", tag = "admin", responses((status = 200, body = DetectedServers)))]
pub(super) async fn detect_models(app: App, _: Admin) -> Result<Json<DetectedServers>> {
    let detected = search(&app).await;
    *app.part::<Models>().detected() = Some(detected);
    view(&app).await
}

async fn view(app: &App) -> Result<Json<DetectedServers>> {
    let detected = app.part::<Models>().detected().clone();
    let connected = store::connections(&mut app.db.read().acquire().await?).await?;
    let of_settings = app.config.model_url.clone();
    let known = |url: &str| {
        let origin = store::origin(url);
        connected.iter().map(|row| &row.url).chain(&of_settings).any(|known| store::origin(known) == origin)
    };
    let (at, servers) = detected.map_or((None, Vec::new()), |detected| (Some(detected.at), detected.servers));
    let servers = servers.into_iter().map(|Found { server, models }| DetectedServer {
        id: id_of(&server),
        name: name_of(&server),
        connected: known(&server.url),
        url: base_of(&server),
        models: models.into_iter().map(|offered| OfferedModel::of(offered, false)).collect(),
    });
    Ok(Json(DetectedServers { at, servers: servers.collect() }))
}

/// Connect a server of this machine with its models
///
/// Roles without a model get one: the largest that is recommended, or else the largest, for the best texts, and a small
/// one for quick texts.
#[utoipa::path(post, path = "/api/admin/models/detected/{id}", tag = "admin", params(("id" = String, Path)), responses(
    (status = 201, body = ModelConnection), (status = 404, description = "There is no such server any more"),
    (status = 409, description = "It is connected already, or there are too many connections")))]
pub(super) async fn connect_detected_models(
    app: App,
    by: ByAdmin,
    Path(id): Path<String>,
) -> Result<(StatusCode, Json<ModelConnection>)> {
    let server =
        app.config.model_local.0.iter().find(|server| id_of(server) == id && !is_this_server(&app, server));
    // It may have other models now, or have ended.
    let found = look(server.ok_or_else(Problem::not_found)?).await.ok_or_else(Problem::not_found)?;
    let url = base_of(&found.server);
    let mut tx = app.db.write().await?;
    let known = store::connections(&mut tx).await?;
    if known.iter().any(|known| store::origin(&known.url) == store::origin(&url)) {
        return Err(Problem::new(StatusCode::CONFLICT, "models.connected-already"));
    }
    connections::expect_room(&mut tx).await?;
    let now = Timestamp::now();
    let (id, name) = (db::new_id(), name_of(&found.server));
    let row = Connection {
        id,
        name,
        kind: model::Kind::OpenAi,
        url,
        secret: None,
        created_at: now,
        updated_at: now,
    };
    store::insert_connection(&mut tx, &row).await?;
    let mut models = Vec::new();
    let used = found.models.iter().filter(|offered| offered.purpose != Purpose::Other);
    for offered in used.take(MOST) {
        entries::expect_room(&mut tx).await?;
        let model = local_model(offered, &row.id);
        if store::has_model(&mut tx, &row.id, &model.name, "").await? {
            continue;
        }
        store::insert_model(&mut tx, &model).await?;
        models.push(model);
    }
    let filled = store::roles(&mut tx).await?;
    for (role, place) in choose(&found.models) {
        let chosen = models.iter().find(|model| model.name == found.models[place].name);
        if let Some(model) = chosen.filter(|_| !filled.iter().any(|(known, _)| *known == role)) {
            store::set_role(&mut tx, role, std::slice::from_ref(&model.id)).await?;
        }
    }
    let mut details = connections::facts(&row);
    details["models"] = models.len().into();
    commit(&app, tx, &by, "model.connection-created", connections::subject(&row), details).await?;
    Ok((StatusCode::CREATED, Json(ModelConnection::of(&app, row, models))))
}

/// A local model costs nothing.
fn local_model(offered: &Offered, connection: &str) -> ModelRow {
    let name: String = offered.name.chars().take(200).collect();
    ModelRow {
        id: db::new_id(),
        connection_id: connection.to_owned(),
        label: offered.label.clone().map_or_else(|| name.clone(), |label| label.chars().take(200).collect()),
        sees_images: offered.sees_images.unwrap_or_else(|| model::sees_images(&name)),
        name,
        input_price: Some(0),
        output_price: Some(0),
        context_tokens: offered.context_tokens.filter(|tokens| *tokens > 0),
        enabled: true,
    }
}

/// The model of each role, by its place.
fn choose(models: &[Offered]) -> Vec<(ModelRole, usize)> {
    let size = |place: &usize| models[*place].parameters.unwrap_or(7.0);
    let by_size = |one: &usize, other: &usize| size(one).total_cmp(&size(other));
    let texts: Vec<usize> =
        (0..models.len()).filter(|place| models[*place].purpose == Purpose::Text).collect();
    let recommended: Vec<usize> =
        texts.iter().copied().filter(|place| recommended::is_recommended(&models[*place].name)).collect();
    let good = if recommended.is_empty() { &texts } else { &recommended };
    let best = good.iter().copied().max_by(by_size);
    // Smaller ones write poor Polish.
    let quick = texts.iter().copied().filter(|place| size(place) >= 3.0).min_by(by_size).or(best);
    let sees = |place: &usize| {
        models[*place].sees_images.unwrap_or_else(|| model::sees_images(&models[*place].name))
    };
    let vision = texts.iter().copied().filter(sees).max_by(by_size);
    let embeddings = (0..models.len()).find(|place| models[*place].purpose == Purpose::Embeddings);
    let roles = [
        (ModelRole::Best, best),
        (ModelRole::Quick, quick),
        (ModelRole::Vision, vision),
        (ModelRole::Embeddings, embeddings),
    ];
    roles.into_iter().filter_map(|(role, place)| Some((role, place?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_role_gets_a_sensible_model() {
        let offered = |name: &str, parameters: f64| Offered {
            name: name.to_owned(),
            parameters: Some(parameters),
            purpose: model::purpose_of(name),
            ..Offered::default()
        };
        let models = [
            offered("codellama:34b", 34.0),
            offered("qwen3:0.6b", 0.6),
            offered("gemma3:4b", 4.3),
            offered("SpeakLeash/bielik-11b-v2.3-instruct:Q4_K_M", 11.2),
            offered("nomic-embed-text:latest", 0.1),
        ];
        let chosen = choose(&models);
        let expected =
            [(ModelRole::Best, 3), (ModelRole::Quick, 2), (ModelRole::Vision, 2), (ModelRole::Embeddings, 4)];
        assert_eq!(chosen, expected);
        assert_eq!(choose(&models[..1]), [(ModelRole::Best, 0), (ModelRole::Quick, 0)]);
        assert_eq!(choose(&[]), []);
    }
}
