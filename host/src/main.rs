//! The program: see `sitewright --help`.

fn main() -> std::process::ExitCode {
    sitewright::cli::main()
}
