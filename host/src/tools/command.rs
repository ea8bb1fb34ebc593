//! `sitewright tool …` and `sitewright plugin …`.
