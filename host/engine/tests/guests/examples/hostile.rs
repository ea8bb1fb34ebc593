//! A hostile plugin. Its input names the attack: `{"do": "loop"}`.
//!
//! It is plain Rust with the standard allocator and panic handler, so that the tests see the results of an author's
//! errors. Natively there is nothing to compile.

#![cfg(target_arch = "wasm32")]

use std::hint::black_box;

use exports::sitewright::plugin::tool::{Descriptor, Failure, Guest, Outcome};
use sitewright::plugin::{context, model, progress};

wit_bindgen::generate!({ path: "../../../../wit", world: "generator" });

struct Hostile;

impl Guest for Hostile {
    fn describe(_language: String) -> Descriptor {
        Descriptor {
            name: "Hostile".to_owned(),
            summary: "Attacks the host.".to_owned(),
            input: r#"{"type":"object","properties":{"do":{"type":"string"}}}"#.to_owned(),
            output: r#"{"type":"object"}"#.to_owned(),
            example: r#"{"do":"nothing"}"#.to_owned(),
        }
    }

    fn run(input: String) -> Result<Outcome, Failure> {
        let worst = input.trim_start_matches(r#"{"do":""#).trim_end_matches(r#""}"#);
        let text = match worst {
            "loop" => endless_loop(),
            "memory" => memory_bomb(),
            "recursion" => recursion(1).to_string(),
            "large-frames" => recursion_with_large_frames(1).to_string(),
            "answer" => "x".repeat(50_000_000),
            "calls" => (0..1_000_000).map(|_| context::now()).sum::<u64>().to_string(),
            "data" => hand_over_50_megabytes(),
            "panic" => panic!("as asked"),
            "wait" => ask(),
            _ => "nothing".to_owned(),
        };
        Ok(Outcome { title: "Hostile".to_owned(), text, data: "{}".to_owned() })
    }
}

fn endless_loop() -> String {
    let mut number = 0u64;
    loop {
        number = black_box(number.wrapping_add(1));
    }
}

fn memory_bomb() -> String {
    let mut hoard = Vec::new();
    loop {
        hoard.push(black_box(vec![1u8; 1 << 20]));
    }
}

/// Small frames: the engine's stack for the guest's calls overflows.
#[inline(never)]
fn recursion(depth: u64) -> u64 {
    match black_box(depth) {
        0 => 0,
        depth => recursion(depth + 1).wrapping_add(black_box(depth)),
    }
}

/// Large local variables: the guest's own stack in its memory overflows first.
#[inline(never)]
fn recursion_with_large_frames(depth: u64) -> u64 {
    let local = black_box([depth; 4_096]);
    match local[7] {
        0 => 0,
        depth => recursion_with_large_frames(depth + 1).wrapping_add(local[9]),
    }
}

fn hand_over_50_megabytes() -> String {
    progress::report(0, 1, &"x".repeat(50_000_000));
    String::new()
}

fn ask() -> String {
    let request = model::Request {
        messages: vec![model::Message { role: model::Role::User, text: "Well?".to_owned() }],
        max_words: 10,
        temperature: None,
        schema: None,
        draft: None,
        show_as: None,
    };
    model::complete(&request).map(|completion| completion.text).unwrap_or_default()
}

export!(Hostile);
