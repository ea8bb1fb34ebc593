//! Columns with JSON, and columns with the name of an enum's variant.

use serde::Serialize;
use serde::de::DeserializeOwned;
use sqlx::encode::IsNull;
use sqlx::error::BoxDynError;
use sqlx::{Database, Decode, Encode, Type, ValueRef as _};

/// A value that a column of text stores as JSON; `null` is stored as NULL. A field of a row is read with
/// `#[sqlx(try_from = "Stored<…>")]`.
#[derive(Debug)]
pub struct Stored<T>(pub T);

impl<D: Database, T> Type<D> for Stored<T>
where
    String: Type<D>,
{
    fn type_info() -> D::TypeInfo {
        String::type_info()
    }

    fn compatible(kind: &D::TypeInfo) -> bool {
        String::compatible(kind)
    }
}

impl<'r, D: Database, T: DeserializeOwned> Decode<'r, D> for Stored<T>
where
    &'r str: Decode<'r, D>,
{
    fn decode(value: D::ValueRef<'r>) -> Result<Self, BoxDynError> {
        let json = if value.is_null() { "null" } else { Decode::decode(value)? };
        Ok(Self(serde_json::from_str(json)?))
    }
}

impl<'q, D: Database, T: Serialize> Encode<'q, D> for Stored<T>
where
    String: Encode<'q, D>,
{
    fn encode_by_ref(&self, buffer: &mut D::ArgumentBuffer) -> Result<IsNull, BoxDynError> {
        match serde_json::to_string(&self.0)? {
            json if json == "null" => Ok(IsNull::Yes),
            json => json.encode(buffer),
        }
    }
}

impl<T> From<Stored<Vec<T>>> for Vec<T> {
    fn from(stored: Stored<Vec<T>>) -> Self {
        stored.0
    }
}

impl<T> From<Stored<Option<T>>> for Option<T> {
    fn from(stored: Stored<Option<T>>) -> Self {
        stored.0
    }
}

/// Makes an enum of unit variants a column of text, with the names of `serde`. It does what `derive(sqlx::Type)` does
/// with the drivers' features of `sqlx`, which would compile both drivers a second time for the macros.
#[macro_export]
macro_rules! text_column {
    ($name:ident) => {
        impl<D: sqlx::Database> sqlx::Type<D> for $name
        where
            str: sqlx::Type<D>,
        {
            fn type_info() -> D::TypeInfo {
                <str as sqlx::Type<D>>::type_info()
            }

            fn compatible(kind: &D::TypeInfo) -> bool {
                <str as sqlx::Type<D>>::compatible(kind)
            }
        }

        impl<'r, D: sqlx::Database> sqlx::Decode<'r, D> for $name
        where
            &'r str: sqlx::Decode<'r, D>,
        {
            fn decode(value: D::ValueRef<'r>) -> std::result::Result<Self, sqlx::error::BoxDynError> {
                $crate::stored::variant(sqlx::Decode::decode(value)?)
            }
        }

        impl<'q, D: sqlx::Database> sqlx::Encode<'q, D> for $name
        where
            String: sqlx::Encode<'q, D>,
        {
            fn encode_by_ref(
                &self,
                buffer: &mut D::ArgumentBuffer,
            ) -> std::result::Result<sqlx::encode::IsNull, sqlx::error::BoxDynError> {
                sqlx::Encode::<D>::encode($crate::stored::name(self)?, buffer)
            }
        }
    };
}

/// The variant with this name.
pub fn variant<T: DeserializeOwned>(name: &str) -> Result<T, BoxDynError> {
    Ok(T::deserialize(serde::de::value::StrDeserializer::<serde::de::value::Error>::new(name))?)
}

/// The name of a variant.
pub fn name(variant: &impl Serialize) -> Result<String, BoxDynError> {
    match serde_json::to_value(variant)? {
        serde_json::Value::String(name) => Ok(name),
        _ => Err("not a unit variant".into()),
    }
}
