//! Closed lists of options.

/// An enum whose variants are the options of a field. Derive it; the names in the JSON are kebab-case, the titles are
/// the texts under `input.<field>.options.<name>`.
pub trait Choice: Copy + PartialEq + 'static {
    const ALL: &'static [Self];
    const IDS: &'static [&'static str];

    /// The name in the JSON.
    fn id(self) -> &'static str;
}
