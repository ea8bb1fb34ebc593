//! `sitewright user …`

use clap::Subcommand;

use super::failure::Failure;
use super::{examples, language};
use crate::cli::prelude::*;
use crate::people::accounts::{self, NewPerson, WaysIn};
use crate::platform::auth::Role;

#[derive(Subcommand)]
pub(super) enum Command {
    /// Create an account, and print its id and the requested link or token
    #[command(after_help = examples::USER_CREATE)]
    Create(Create),
}

#[derive(Args)]
#[group(id = "way-in", required = true, multiple = true)]
pub(super) struct WayIn {
    /// Password of the account
    #[arg(long)]
    password: Option<String>,
    /// Print a one-time sign-in link
    #[arg(long)]
    link: bool,
    /// Print a bearer token for the API
    #[arg(long)]
    token: bool,
}

#[derive(Args)]
pub(super) struct Create {
    /// The email address, used to sign in
    #[arg(long)]
    email: String,
    /// The name of the user
    #[arg(long)]
    name: String,
    #[command(flatten)]
    way_in: WayIn,
    /// Make the user an administrator
    #[arg(long)]
    admin: bool,
    /// Make the user a super-administrator
    #[arg(long)]
    super_admin: bool,
    /// Language of the screen: en or pl
    #[arg(long, value_parser = language)]
    language: Option<Locale>,
    /// Print JSON: id, link, token
    #[arg(long)]
    json: bool,
}

pub(super) async fn run(config: Config, command: Command) -> anyhow::Result<()> {
    let Command::Create(create) = command;
    let app = crate::open_quietly(config).await?;
    let person = NewPerson {
        name: Some(create.name),
        email: Some(create.email),
        password: create.way_in.password,
        role: match (create.super_admin, create.admin) {
            (true, _) => Role::SuperAdmin,
            (false, true) => Role::Admin,
            (false, false) => Role::User,
        },
        language: create.language,
    };
    let ways_in = WaysIn { link: create.way_in.link, token: create.way_in.token };
    let made = accounts::create_person(&app, person, ways_in).await;
    let url = app.config.public_url(app.config.listen);
    app.close().await;
    let made = made.map_err(|problem| Failure::of(&problem, Locale::En, |field| format!("--{field}")))?;
    let link = made.link_token.map(|token| format!("{url}/auth/one-time-login/{token}"));
    if create.json {
        println!("{}", json!({ "id": made.id, "link": link, "token": made.bearer_token }));
        return Ok(());
    }
    println!("{}", made.id);
    link.into_iter().for_each(|link| println!("Open {link}"));
    made.bearer_token.into_iter().for_each(|token| println!("Bearer {token}"));
    Ok(())
}
