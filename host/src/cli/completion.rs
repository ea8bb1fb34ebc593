//! `sitewright completion`

use clap::Args;
use clap_complete::Shell;

#[derive(Args)]
pub(super) struct Completion {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

pub(super) fn run(arguments: &Completion) -> anyhow::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut super::command(), "sitewright", &mut script);
    print!("{}", String::from_utf8(script)?);
    Ok(())
}
