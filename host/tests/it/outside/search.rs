//! Search engines for plugins, with a fake DataForSEO.

use axum::http::Uri;

use super::{World, reply, world};
use crate::prelude::*;

/// The requests: path, credentials, the single task.
type Asked = Arc<Mutex<Vec<(String, String, Value)>>>;

/// Keywords without results, and the provider's status for them.
const NOTHING: [(&str, u32, &str); 3] = [
    ("unheard-of", 40102, "No Search Results."),
    ("never-seen", 40501, "NO SEARCH RESULTS"),
    ("half-known", 40102, ""),
];

/// A server with a provider that answers as documented, and the requests to it.
async fn with_provider() -> (World, Asked) {
    let asked = Asked::default();
    let routes = Router::new().fallback(answer).with_state(asked.clone());
    let url = format!("http://{}/v3/", crate::util::serve(routes).await);
    let world = world("[]", |config| {
        config.dataforseo_url = url;
        config.dataforseo_login = Some("login".into());
        config.dataforseo_password = Some("password".into());
    });
    (world.await, asked)
}

async fn answer(
    State(asked): State<Asked>,
    uri: Uri,
    headers: HeaderMap,
    Json(tasks): Json<Value>,
) -> Json<Value> {
    let path = uri.path().trim_start_matches("/v3").to_owned();
    let credentials = headers["authorization"].to_str().expect("a text").to_owned();
    asked.lock().expect("no test panics here").push((path.clone(), credentials, tasks[0].clone()));
    let keyword = tasks[0]["keyword"].as_str().or_else(|| tasks[0]["keywords"][0].as_str());
    if let Some((code, said)) =
        NOTHING.iter().find(|(name, ..)| Some(*name) == keyword).map(|found| (found.1, found.2))
    {
        let task = json!({ "status_code": code, "status_message": said, "cost": 0.002, "result_count": 0, "result": null });
        return all_of(task);
    }
    let result = match path.as_str() {
        _ if tasks[0]["keyword"] == "broken" => {
            let task = json!({ "status_code": 40501, "status_message": "Invalid Field", "result": null });
            return all_of(task);
        }
        "/serp/google/organic/live/advanced" => json!([{
            "item_types": ["organic", "people_also_ask", "related_searches", "local_pack"],
            "items": [
                { "type": "local_pack", "title": "Piekarnia" },
                { "type": "organic", "rank_group": 1, "rank_absolute": 2, "url": "https://a.pl/", "title": "A", "description": "x" },
                { "type": "people_also_ask", "items": [{ "type": "people_also_ask_element", "title": "Jaki chleb?" }] },
                { "type": "organic", "rank_group": 2, "rank_absolute": 4, "url": "https://b.pl/", "title": "B", "description": null },
                { "type": "related_searches", "items": ["chleb na zakwasie"] },
            ],
        }]),
        "/dataforseo_labs/google/keyword_suggestions/live" => json!([{ "items": [{
            "keyword": "chleb żytni",
            "keyword_info": { "search_volume": 880, "cpc": 0.5, "competition": 0.25 },
            "keyword_properties": { "keyword_difficulty": 12 },
        }, { "keyword": "chleb", "keyword_info": null }] }]),
        "/keywords_data/google_ads/search_volume/live" => json!([
            { "keyword": "chleb", "search_volume": 1000, "cpc": 1.5, "competition": "LOW", "competition_index": 20 },
        ]),
        "/dataforseo_labs/google/bulk_keyword_difficulty/live" => {
            json!([{ "items": [{ "keyword": "chleb", "keyword_difficulty": 33 }] }])
        }
        _ => Value::Null,
    };
    all_of(json!({ "status_code": 20000, "status_message": "Ok.", "cost": 0.002, "result": result }))
}

/// The answer with a single task.
fn all_of(task: Value) -> Json<Value> {
    let cost = task["cost"].as_f64().unwrap_or_default();
    Json(
        json!({ "version": "0.1", "status_code": 20000, "status_message": "Ok.", "cost": cost, "tasks": [task] }),
    )
}

#[tokio::test]
async fn a_provider_answers_for_search_engines() {
    let (world, asked) = with_provider().await;
    let mut client = world.user().await;
    assert_eq!(
        reply(&mut client, ["query", "chleb", "10"]).await,
        "1 https://a.pl/ A\n2 https://b.pl/ B\nJaki chleb?\nchleb na zakwasie\npeople_also_ask|related_searches|local_pack"
    );
    assert_eq!(
        reply(&mut client, ["ideas", "chleb", "5"]).await,
        "chleb żytni Some(880) Some(0.5) Some(0.25) Some(12.0)\nchleb None None None None"
    );
    assert_eq!(
        reply(&mut client, ["metrics", "Chleb,bułka"]).await,
        "Chleb Some(1000) Some(1.5) Some(0.2) Some(33.0)\nbułka None None None None"
    );
    let asked = asked.lock().expect("no test panics here").clone();
    let expected = json!({ "keyword": "chleb", "location_code": 2616, "language_code": "pl", "depth": 10 });
    assert_eq!(
        asked[0],
        ("/serp/google/organic/live/advanced".into(), "Basic bG9naW46cGFzc3dvcmQ=".into(), expected)
    );
    assert_eq!(asked.len(), 4);

    let failed = "unavailable: The search provider returned an error. Try again later.";
    assert_eq!(reply(&mut client, ["query", "broken", "10"]).await, failed);
    for input in
        [["query", "chleb", "0"], ["query", "chleb", "101"], ["ideas", "chleb", "1001"], ["query", "", "10"]]
    {
        let answer = reply(&mut client, input).await;
        assert!(answer.starts_with("refused: "), "{input:?}: {answer}");
    }
    world.stop().await;
}

#[tokio::test]
async fn f14_no_results_are_an_empty_answer_and_not_a_failure() {
    let (world, asked) = with_provider().await;
    let mut client = world.user().await;
    for (keyword, ..) in NOTHING {
        assert_eq!(reply(&mut client, ["query", keyword, "10"]).await.trim(), "", "{keyword}");
        assert_eq!(reply(&mut client, ["ideas", keyword, "5"]).await, "", "{keyword}");
        assert_eq!(reply(&mut client, ["metrics", keyword]).await, format!("{keyword} None None None None"));
    }
    assert_eq!(asked.lock().expect("no test panics here").len(), 12, "no request is repeated");
    // Another error under the same code stays one.
    let failed = "unavailable: The search provider returned an error. Try again later.";
    assert_eq!(reply(&mut client, ["query", "broken", "10"]).await, failed);
    world.stop().await;
}

#[app_test(world("[]", |_| {}))]
async fn without_a_provider_the_call_fails_with_a_reason(world: World, mut client: user) {
    let english =
        "unavailable: No search provider is connected to this server. An administrator can connect one.";
    for input in [["query", "chleb", "10"], ["ideas", "chleb", "10"], ["metrics", "chleb", ""]] {
        assert_eq!(reply(&mut client, input).await, english);
    }
    client.cookies.insert("locale".into(), "pl".into());
    let polish = "unavailable: Z tym serwerem nie połączono dostawcy danych o wyszukiwaniu. Może to zrobić administrator.";
    assert_eq!(reply(&mut client, ["query", "chleb", "10"]).await, polish);
}
