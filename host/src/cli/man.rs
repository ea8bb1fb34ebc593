//! `sitewright man`

use crate::cli::prelude::*;

#[derive(Args)]
pub(super) struct Man {
    /// The folder for the man pages of all commands, such as ~/.local/share/man/man1; without it the page
    /// of the program itself is printed
    folder: Option<PathBuf>,
}

pub(super) fn run(arguments: &Man) -> anyhow::Result<()> {
    let command = super::command();
    let Some(folder) = &arguments.folder else {
        let mut page = Vec::new();
        clap_mangen::Man::new(command).render(&mut page)?;
        print!("{}", String::from_utf8(page)?);
        return Ok(());
    };
    let failed = || format!("cannot write {}", folder.display());
    fs::create_dir_all(folder).with_context(failed)?;
    clap_mangen::generate_to(command, folder).with_context(failed)
}
