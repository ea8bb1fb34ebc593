#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| sitewright_package_fuzz::timed(
    sitewright_package_fuzz::manifest,
    data
));
