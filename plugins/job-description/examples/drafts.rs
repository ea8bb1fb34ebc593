//! Prints drafts: one input's JSON a line on standard input.

fn main() {
    sitewright_sdk::commerce::trial::print_drafts::<job_description::JobDescription>();
}
