//! The public blog with a thousand posts: its list and one post, as visitors open them.

use hyper::Method;

use crate::prelude::*;

const POSTS: usize = 1_000;
const VIEWS: usize = 500;
/// A post of usual length: 30 sections of some 40 words.
const SECTIONS: usize = 30;

pub async fn measure(figures: &mut Figures) -> Result<()> {
    let server = Setup::new()?.of_administrator().start().await.context("blog")?;
    let mut client = server.client().await?;
    let author = call(&mut client, Method::POST, "/api/admin/authors", json!({ "name": "Bench" })).await?;
    let section = |number: usize| format!("## Section {number}\n\n{}\n\n", "words of a post ".repeat(10));
    let text: String = (0..SECTIONS).map(section).collect();
    for number in 0..POSTS {
        publish(&mut client, number, &text, &author["id"]).await?;
    }
    for (name, path) in [
        ("blog_list_p99_ms", "/blog"),
        ("blog_last_page_p99_ms", "/blog?page=84"),
        ("blog_post_p99_ms", "/blog/post/post-500"),
    ] {
        let mut taken = Vec::with_capacity(VIEWS);
        for _ in 0..VIEWS {
            let begin = Instant::now();
            let answer = client.get(path).await?;
            taken.push(begin.elapsed());
            ensure!(answer.status.is_success(), "{path} answered {}", answer.status);
        }
        figures.add(name, Latencies::new(taken).quantile_ms(0.99), Bar::AtMost(20.0));
    }
    Ok(())
}

async fn publish(client: &mut Client, number: usize, text: &str, author: &Value) -> Result<()> {
    let new = json!({ "kind": "post", "language": "en", "title": format!("Post {number}") });
    let post = call(client, Method::POST, "/api/admin/posts", new).await?;
    let (id, document) =
        (post["id"].as_str().context("an id")?, post["document_id"].as_str().context("a document")?);
    call(client, Method::PATCH, &format!("/api/documents/{document}"), json!({ "text": text })).await?;
    call(client, Method::POST, &format!("/api/admin/posts/{id}/text"), json!({})).await?;
    let edit = json!({ "author_id": author, "description": "A post of the bench.", "tags": [format!("Tag {}", number % 20)] });
    call(client, Method::PATCH, &format!("/api/admin/posts/{id}"), edit).await?;
    call(client, Method::POST, &format!("/api/admin/posts/{id}/publish"), json!({})).await?;
    Ok(())
}

async fn call(client: &mut Client, method: Method, path: &str, body: Value) -> Result<Value> {
    let answer = client.send(method, path, Bytes::from(serde_json::to_vec(&body)?), None).await?;
    ensure!(answer.status.is_success(), "{path}: {}", String::from_utf8_lossy(&answer.body));
    answer.json()
}
