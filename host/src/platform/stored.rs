//! Columns with JSON.

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
