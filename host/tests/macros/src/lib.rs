//! The attribute of the host's integration tests.

use proc_macro::{Delimiter, Group, TokenStream, TokenTree};

/// A test with its own server, which is stopped and checked at the end.
///
/// ```text
/// #[app_test]
/// async fn a_user_is_greeted(app: TestApp, mut client: user, mut admin: administrator) { … }
/// ```
///
/// The first parameter is the server: `T::start()`, or the expression in the attribute, as in `#[app_test(workshop())]`.
/// The type of each further one is a function that makes its value from the server: `user`, `visitor` and `model` are
/// methods of the server, others are functions in scope such as `async fn administrator(app: &TestApp) -> Client`.
#[proc_macro_attribute]
pub fn app_test(open: TokenStream, test: TokenStream) -> TokenStream {
    let mut tokens: Vec<TokenTree> = test.into_iter().collect();
    let Some(TokenTree::Group(body)) = tokens.pop() else { return error("a body is missing") };
    let Some(TokenTree::Group(parameters)) = tokens.pop() else { return error("a test returns nothing") };
    let parameters = split(parameters.stream());
    let Some(((server, kind), others)) = parameters.split_first() else {
        return error("the first parameter is the server");
    };
    let name = server.to_string().replace("mut ", "");
    let mut lines = parse(&format!("let {server}: {kind} = "));
    lines.extend(if open.is_empty() { parse(&format!("<{kind}>::start()")) } else { open });
    lines.extend(parse(".await;"));
    for (variable, make) in others {
        lines.extend(parse(&match make.to_string().as_str() {
            "user" => format!("let {variable} = {name}.user().await;"),
            "model" => format!("let {variable} = {name}.model();"),
            "visitor" => format!("let {variable} = {name}.visitor();"),
            make => format!("let {variable} = {make}(&{name}).await;"),
        }));
    }
    lines.extend(body.stream());
    lines.extend(parse(&format!("{name}.stop().await;")));

    let mut output = parse("#[::tokio::test]");
    output.extend(tokens);
    output.extend([
        TokenTree::Group(Group::new(Delimiter::Parenthesis, TokenStream::new())),
        TokenTree::Group(Group::new(Delimiter::Brace, lines)),
    ]);
    output
}

/// Each parameter as its name, with `mut` where it has one, and its type.
fn split(parameters: TokenStream) -> Vec<(TokenStream, TokenStream)> {
    let is =
        |token: &TokenTree, sign: char| matches!(token, TokenTree::Punct(punct) if punct.as_char() == sign);
    let tokens: Vec<_> = parameters.into_iter().collect();
    let parts = tokens.split(|token| is(token, ',')).filter(|part| !part.is_empty());
    parts
        .map(|part| {
            let colon = part.iter().position(|token| is(token, ':')).unwrap_or(part.len());
            let kind = part.iter().skip(colon + 1).cloned().collect();
            (part[..colon].iter().cloned().collect(), kind)
        })
        .collect()
}

fn parse(text: &str) -> TokenStream {
    text.parse().unwrap_or_else(|_| error(text))
}

fn error(text: &str) -> TokenStream {
    format!("compile_error!({text:?});").parse().unwrap_or_default()
}
