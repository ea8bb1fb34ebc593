//! Enumerations whose values have stable names: in stored data, in texts and in the interface.

/// Declares one. `name` returns the name, which is also the serialised form.
macro_rules! named {
    ($(#[$meta:meta])* pub enum $Name:ident { $($(#[$about:meta])* $Variant:ident = $text:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
        pub enum $Name {
            $($(#[$about])* #[serde(rename = $text)] $Variant,)+
        }

        impl $Name {
            /// All values.
            pub const ALL: &[Self] = &[$(Self::$Variant),+];

            /// The stable name.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$Variant => $text,)+
                }
            }
        }

        impl std::fmt::Display for $Name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

pub(crate) use named;
