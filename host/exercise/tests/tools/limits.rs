//! The largest inputs stay within the default limits. The slowest uses under a third of the CPU time on an idle
//! machine; `make bench` measures it. TOOL=… runs one tool.

use std::time::Duration;

use sitewright_engine::{Context, RunError};
use sitewright_exercise::{Model, PATTERNS, Script, extreme};

use crate::tools;

#[tokio::test]
async fn v3_no_input_brings_a_tool_to_its_limits() {
    let (_engine, tools) = tools().await;
    let mut broken = Vec::new();
    let mut slowest = Vec::new();
    let only = std::env::var("TOOL").unwrap_or_default();
    for tool in tools.iter().filter(|tool| tool.id.contains(&only)) {
        for (name, pattern) in PATTERNS {
            for (place, language) in ["en", "pl"].into_iter().enumerate() {
                let input = extreme(&tool.forms[place].0, pattern, place == 1, language);
                let context = Context { interface_language: language.to_owned(), ..Context::default() };
                let model = Model::new(Script::Unconnected, 1, &tool.forms[place].1);
                let ran = tool.run(&input, context, model).await;
                slowest.push((ran.guest_cpu, format!("{} {name} {language}", tool.id)));
                match ran.result {
                    Ok(_) | Err(RunError::Failure(_)) => {}
                    Err(error) => broken.push(format!("{} {name} {language}: {error}", tool.id)),
                }
            }
        }
    }
    slowest.sort_by(|one, other| other.cmp(one));
    let is_slow = |place: usize, time: Duration| place < 10 || time > Duration::from_millis(60);
    let shown = slowest.iter().enumerate().take_while(|(place, (time, _))| is_slow(*place, *time));
    shown.for_each(|(_, (time, name))| println!("{time:>10.1?}  {name}"));
    assert!(broken.is_empty(), "{broken:#?}");
}

/// A form draws a slider only for a number with both bounds, and a number without a minimum could be negative.
#[tokio::test]
async fn every_number_of_a_form_has_a_range() {
    let (_engine, tools) = tools().await;
    for tool in &tools {
        for (name, field) in tool.forms[0].0["properties"].as_object().into_iter().flatten() {
            let is_ranged = ["minimum", "maximum"].iter().all(|key| field[*key].is_i64());
            assert!(field["type"] != "integer" || is_ranged, "{} {name}: {field}", tool.id);
        }
    }
}
