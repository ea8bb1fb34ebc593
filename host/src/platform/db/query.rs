//! Queries that either database answers. A query holds its SQL and its values until it is known which database asks
//! for them; sqlx does the rest.

use std::marker::PhantomData;

use sqlx::{
    Arguments as _, AssertSqlSafe, Database, Decode, Encode, FromRow, PgConnection, PgPool, Postgres,
    SqlSafeStr, SqlStr, Sqlite, SqliteConnection, SqlitePool, Type,
    error::BoxDynError,
    postgres::{PgArguments, PgRow},
    sqlite::{SqliteArguments, SqliteRow},
};

use super::{Conn, Db, Link, Pools, Reader, Tx};
use crate::platform::error::Problem;

/// A row that either database can fill.
pub trait Record: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin {}
impl<T> Record for T where T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin {}

/// A single value that either database can give.
pub trait Scalar:
    for<'r> Decode<'r, Sqlite> + Type<Sqlite> + for<'r> Decode<'r, Postgres> + Type<Postgres> + Send + Unpin
{
}
impl<T> Scalar for T where
    T: for<'r> Decode<'r, Sqlite>
        + Type<Sqlite>
        + for<'r> Decode<'r, Postgres>
        + Type<Postgres>
        + Send
        + Unpin
{
}

/// A value that waits to be written into a query.
pub trait Arg: Send {
    fn add_lite(self: Box<Self>, to: &mut SqliteArguments) -> Result<(), BoxDynError>;
    fn add_pg(self: Box<Self>, to: &mut PgArguments) -> Result<(), BoxDynError>;
}

/// A value that either database can store.
pub trait Bind<'q>:
    Send + 'q + Encode<'q, Sqlite> + Type<Sqlite> + Encode<'q, Postgres> + Type<Postgres>
{
}
impl<'q, T> Bind<'q> for T where
    T: Send + 'q + Encode<'q, Sqlite> + Type<Sqlite> + Encode<'q, Postgres> + Type<Postgres>
{
}

struct Value<T>(T);

impl<'q, T: Bind<'q>> Arg for Value<T> {
    fn add_lite(self: Box<Self>, to: &mut SqliteArguments) -> Result<(), BoxDynError> {
        to.add(self.0)
    }

    fn add_pg(self: Box<Self>, to: &mut PgArguments) -> Result<(), BoxDynError> {
        to.add(self.0)
    }
}

/// A tuple of values.
pub trait Values<'q> {
    fn add_to(self, args: &mut Vec<Box<dyn Arg + 'q>>);
}

macro_rules! values {
    ($first:ident $($name:ident)+) => {
        impl<'q, $first: Bind<'q>, $($name: Bind<'q>),+> Values<'q> for ($first, $($name),+) {
            #[expect(non_snake_case)]
            fn add_to(self, args: &mut Vec<Box<dyn Arg + 'q>>) {
                let ($first, $($name),+) = self;
                args.push(Box::new(Value($first)));
                $(args.push(Box::new(Value($name)));)+
            }
        }
        values!($($name)+);
    };
    ($last:ident) => {};
}
values!(A B C D E F G H I J K L);

/// SQL that is written: for both, or apart where they differ.
pub trait Statement {
    fn for_lite(&self) -> SqlStr;
    fn for_pg(&self) -> SqlStr;
}

impl Statement for &'static str {
    fn for_lite(&self) -> SqlStr {
        SqlStr::from_static(self)
    }

    fn for_pg(&self) -> SqlStr {
        SqlStr::from_static(self)
    }
}

/// SQL put together at run time: from the code's own texts only, never from what a client sent.
impl Statement for AssertSqlSafe<String> {
    fn for_lite(&self) -> SqlStr {
        AssertSqlSafe(self.0.as_str()).into_sql_str()
    }

    fn for_pg(&self) -> SqlStr {
        self.for_lite()
    }
}

/// The same question in the words of each database.
#[derive(Debug, Clone, Copy)]
pub struct Either<T = &'static str> {
    pub lite: T,
    pub pg: T,
}

impl Statement for Either {
    fn for_lite(&self) -> SqlStr {
        SqlStr::from_static(self.lite)
    }

    fn for_pg(&self) -> SqlStr {
        SqlStr::from_static(self.pg)
    }
}

/// The same, put together at run time from the code's own texts.
impl Statement for Either<AssertSqlSafe<String>> {
    fn for_lite(&self) -> SqlStr {
        self.lite.for_lite()
    }

    fn for_pg(&self) -> SqlStr {
        self.pg.for_pg()
    }
}

/// Where a query runs: on one connection, or on any that reads.
pub enum On<'e> {
    Lite(&'e mut SqliteConnection),
    Pg(&'e mut PgConnection),
    LitePool(&'e SqlitePool),
    PgPool(&'e PgPool),
}

impl<'e> From<&'e mut Conn> for On<'e> {
    fn from(conn: &'e mut Conn) -> Self {
        match &mut conn.link {
            Link::Lite(conn) => On::Lite(conn),
            Link::LiteTx(tx) => On::Lite(tx),
            Link::Pg(conn) => On::Pg(conn),
            Link::PgTx(tx) => On::Pg(tx),
        }
    }
}

impl<'e> From<&'e mut Tx> for On<'e> {
    fn from(tx: &'e mut Tx) -> Self {
        On::from(&mut **tx)
    }
}

impl<'e> From<Reader<'e>> for On<'e> {
    fn from(reader: Reader<'e>) -> Self {
        let Db(pools) = reader.0;
        match pools {
            Pools::Lite { readers, .. } => On::LitePool(readers),
            Pools::Pg(pool) => On::PgPool(pool),
        }
    }
}

/// What a query that answers no rows did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Done(u64);

impl Done {
    pub fn rows_affected(self) -> u64 {
        self.0
    }
}

/// SQL and its values.
struct Parts<'q> {
    sql: Box<dyn Statement + Send + 'q>,
    args: Vec<Box<dyn Arg + 'q>>,
}

/// The values in the form of one database.
fn arguments<'q, A: sqlx::Arguments>(
    args: Vec<Box<dyn Arg + 'q>>,
    add: impl Fn(Box<dyn Arg + 'q>, &mut A) -> Result<(), BoxDynError>,
) -> Result<A, sqlx::Error> {
    let mut arguments = A::default();
    for arg in args {
        add(arg, &mut arguments).map_err(sqlx::Error::Encode)?;
    }
    Ok(arguments)
}

impl<'q> Parts<'q> {
    fn new(sql: impl Statement + Send + 'q) -> Self {
        Self { sql: Box::new(sql), args: Vec::with_capacity(8) }
    }

    fn lite(self) -> Result<(SqlStr, SqliteArguments), sqlx::Error> {
        Ok((self.sql.for_lite(), arguments(self.args, Arg::add_lite)?))
    }

    fn pg(self) -> Result<(SqlStr, PgArguments), sqlx::Error> {
        Ok((self.sql.for_pg(), arguments(self.args, Arg::add_pg)?))
    }
}

/// A query without rows in its answer.
pub struct Query<'q>(Parts<'q>);
/// A query whose rows become `T`.
pub struct QueryAs<'q, T>(Parts<'q>, PhantomData<fn() -> T>);
/// A query whose rows have one column.
pub struct QueryScalar<'q, T>(Parts<'q>, PhantomData<fn() -> T>);

pub fn query<'q>(sql: impl Statement + Send + 'q) -> Query<'q> {
    Query(Parts::new(sql))
}

pub fn query_as<'q, T: Record>(sql: impl Statement + Send + 'q) -> QueryAs<'q, T> {
    QueryAs(Parts::new(sql), PhantomData)
}

pub fn query_scalar<'q, T: Scalar>(sql: impl Statement + Send + 'q) -> QueryScalar<'q, T> {
    QueryScalar(Parts::new(sql), PhantomData)
}

macro_rules! bind {
    () => {
        /// The next value: `$1`, `$2` … in this order.
        pub fn bind(mut self, value: impl Bind<'q>) -> Self {
            self.0.args.push(Box::new(Value(value)));
            self
        }

        /// The next values.
        pub fn bind_all(mut self, values: impl Values<'q>) -> Self {
            values.add_to(&mut self.0.args);
            self
        }
    };
}

/// Makes sqlx's own query for the database at hand and runs it there.
macro_rules! run {
    ($parts:expr, $on:expr, |$sql:ident, $args:ident| $query:expr, $fetch:ident) => {
        match $on {
            On::Lite(conn) => {
                let ($sql, $args) = $parts.lite()?;
                $query.$fetch(conn).await
            }
            On::LitePool(pool) => {
                let ($sql, $args) = $parts.lite()?;
                $query.$fetch(pool).await
            }
            On::Pg(conn) => {
                let ($sql, $args) = $parts.pg()?;
                $query.$fetch(conn).await
            }
            On::PgPool(pool) => {
                let ($sql, $args) = $parts.pg()?;
                $query.$fetch(pool).await
            }
        }
    };
}

impl<'q> Query<'q> {
    bind!();

    /// Executes it where the number of changed rows does not matter.
    pub async fn run<'e>(self, on: impl Into<On<'e>>) -> Result<(), Problem> {
        self.execute(on).await?;
        Ok(())
    }

    pub async fn execute<'e>(self, on: impl Into<On<'e>>) -> Result<Done, sqlx::Error> {
        Ok(Done(match on.into() {
            On::Lite(conn) => affected(self.0.lite()?, conn).await?.rows_affected(),
            On::LitePool(pool) => affected(self.0.lite()?, pool).await?.rows_affected(),
            On::Pg(conn) => affected(self.0.pg()?, conn).await?.rows_affected(),
            On::PgPool(pool) => affected(self.0.pg()?, pool).await?.rows_affected(),
        }))
    }
}

async fn affected<'c, DB: Database>(
    (sql, args): (SqlStr, DB::Arguments),
    on: impl sqlx::Executor<'c, Database = DB>,
) -> Result<DB::QueryResult, sqlx::Error>
where
    DB::Arguments: sqlx::IntoArguments<DB>,
{
    sqlx::query_with(sql, args).execute(on).await
}

macro_rules! fetch {
    ($query:ident) => {
        /// The only row; an error where there is none.
        pub async fn fetch_one<'e>(self, on: impl Into<On<'e>>) -> Result<T, sqlx::Error> {
            run!(self.0, on.into(), |sql, args| sqlx::$query(sql, args), fetch_one)
        }

        /// The row, if there is one.
        pub async fn fetch_optional<'e>(self, on: impl Into<On<'e>>) -> Result<Option<T>, sqlx::Error> {
            run!(self.0, on.into(), |sql, args| sqlx::$query(sql, args), fetch_optional)
        }

        /// All rows.
        pub async fn fetch_all<'e>(self, on: impl Into<On<'e>>) -> Result<Vec<T>, sqlx::Error> {
            run!(self.0, on.into(), |sql, args| sqlx::$query(sql, args), fetch_all)
        }
    };
}

impl<'q, T: Record> QueryAs<'q, T> {
    bind!();
    fetch!(query_as_with);
}

impl<'q, T: Scalar> QueryScalar<'q, T> {
    bind!();
    fetch!(query_scalar_with);
}
