//! The program: see `sitewright --help`.

// Faster than the allocator of the system for the many small values of a request.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    sitewright::cli::main()
}
