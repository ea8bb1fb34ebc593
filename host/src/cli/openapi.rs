//! `sitewright openapi`

pub(super) fn run() -> anyhow::Result<()> {
    println!("{}", crate::openapi().to_pretty_json()?);
    Ok(())
}
