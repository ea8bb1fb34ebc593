//! Egress: a component has the interfaces that it imports, each call is counted, and a host without egress refuses all
//! calls.

use futures::FutureExt;
use sitewright_engine::{Answer, Call, Failure, HttpRequest, HttpResponse, Keyword, Page};

use crate::prelude::*;

fn component() -> Vec<u8> {
    guest("outside")
}

fn guest(name: &str) -> Vec<u8> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../target/guests/{name}.wasm"));
    std::fs::read(file).expect("the compiled guests are missing: run `make guests`")
}

/// Repeats the request in its response.
fn echo(call: Call) -> BoxFuture<'static, Result<Answer, Failure>> {
    let answer = match call {
        Call::HttpSend(HttpRequest { method, url, headers, body }) => {
            let body = [method.as_bytes(), b" ", url.as_bytes(), b" ", &body].concat();
            HttpResponse { status: 201, headers, body }.into()
        }
        Call::WebRead { url } => {
            Page { url, status: 200, headings: vec![(2, "Two".to_owned())], ..Page::default() }.into()
        }
        Call::SearchIdeas(query) => {
            let (text, volume) = (query.seed, Some(query.place.location_code));
            vec![Keyword { text, volume, cpc: None, competition: None, difficulty: None }].into()
        }
        Call::StoreGet { key } => Some(key.into_bytes()).into(),
        Call::StoreSet { .. } => return std::future::pending().boxed(),
        Call::StoreDelete { .. } => ().into(),
        Call::StoreKeys { prefix } => vec![prefix.clone(), prefix].into(),
        _ => return async { Err(Failure::Refused("not here".to_owned())) }.boxed(),
    };
    async { Ok(answer) }.boxed()
}

fn with_egress() -> Arc<TestPorts> {
    let ports = TestPorts::answering("yes");
    let mut ports = Arc::into_inner(ports).expect("there is no other reference");
    ports.outside = Some(echo);
    Arc::new(ports)
}

#[tokio::test]
async fn a_plugin_calls_what_it_imports() {
    let bench = bench(limits());
    let plugin = bench.install(component()).await;
    assert_eq!(plugin.permissions(), Permission::EGRESS);
    for (input, expected) in [
        (
            r#"{"do":"send","a":"PUT https://a.example/","b":"X-A: b","c":"body"}"#,
            "201\nX-A: b\n\nPUT https://a.example/ body",
        ),
        (r#"{"do":"read","a":"https://a.example/"}"#, "https://a.example/\n200\n\n\n\n\nh2 Two\n\n"),
        (r#"{"do":"ideas","a":"tea"}"#, "tea Some(2616) None None None"),
        (r#"{"do":"get","a":"key"}"#, "key"),
        (r#"{"do":"keys","a":"k"}"#, "k k"),
        (r#"{"do":"query","a":"tea"}"#, "refused: not here"),
    ] {
        let report = plugin.run(input.to_owned(), with_egress()).await;
        assert_eq!(report.result.map(|outcome| outcome.text), Ok(expected.to_owned()), "{input}");
        assert_eq!(report.host_calls, 1, "{input}");
    }
}

#[tokio::test]
async fn without_egress_every_call_is_refused() {
    let bench = bench(limits());
    let plugin = bench.install(component()).await;
    for call in ["connections", "send", "read", "query", "ideas", "metrics", "get", "set", "delete", "keys"] {
        let report = plugin.run(format!(r#"{{"do":"{call}"}}"#), TestPorts::answering("yes")).await;
        let text = report.result.map(|outcome| outcome.text);
        assert_eq!(text, Ok("refused: There is no way out of this call.".to_owned()), "{call}");
    }
}

#[tokio::test]
async fn calls_are_bounded_like_all_others() {
    let bench = bench(Limits {
        host_calls: 20,
        host_call_bytes: 1 << 16,
        wall: Duration::from_millis(300),
        ..limits()
    });
    let plugin = bench.install(component()).await;
    for (input, code) in [
        (r#"{"do":"get","a":"key","times":"21"}"#, "plugin.host-call-limit"),
        (r#"{"do":"set-bytes","a":"key","b":"70000"}"#, "plugin.host-data-limit"),
        (r#"{"do":"set","a":"key","b":"never answered"}"#, "plugin.wall-limit"),
    ] {
        let error = error(plugin.run(input.to_owned(), with_egress()).await);
        assert_eq!(error.code(), code, "{input}: {error}");
    }
    assert_eq!(bench.engine.stats().instances, 0, "every slot is free again");
}

/// A component cannot import a function that the host's contract does not have.
#[tokio::test]
async fn a_function_that_the_interface_does_not_have_is_refused_by_name() {
    let text = r#"(component (import "sitewright:plugin/http@0.1.0" (instance (export "launch" (func)))))"#;
    let component = wat::parse_str(text).expect("the text is valid");
    let refusal = bench(limits()).engine.install(component).await.map(|_| ());
    assert_eq!(refusal, Err(InstallError::UnknownImport("sitewright:plugin/http@0.1.0#launch".to_owned())));
}

#[tokio::test]
async fn a_generator_has_no_egress() {
    let plugin = bench(limits()).install(Guest::default().component()).await;
    assert!(plugin.permissions().iter().all(|permission| !Permission::EGRESS.contains(permission)));
}

/// The SDK's unused parts are not in the component and give it no permission.
#[tokio::test]
async fn a_tool_of_the_sdk_imports_only_what_it_calls() {
    let bench = bench(limits());
    let plugin = bench.install(guest("shop")).await;
    assert_eq!(plugin.permissions(), [Permission::Http, Permission::Store]);
    let report = plugin.run("{}".to_owned(), with_egress()).await;
    let expected = "201 GET https://shop.example/products  products";
    assert_eq!(report.result.map(|outcome| outcome.text), Ok(expected.to_owned()));
}
