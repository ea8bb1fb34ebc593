//! Queries for either database. A query stores its SQL and its values until the database is known; sqlx does the
//! rest.

use std::marker::PhantomData;

use futures::TryStreamExt as _;
use sqlx::error::BoxDynError;
use sqlx::{
    Arguments as _, AssertSqlSafe, Decode, Encode, Executor as _, FromRow, Row as _, SqlSafeStr, SqlStr, Type,
};
use sqlx_postgres::{PgArguments, PgRow, Postgres};
use sqlx_sqlite::{Sqlite, SqliteArguments, SqliteRow};

use super::lite::Lent;
use super::{Conn, Link, Pending, Reader, Tx};
use crate::error::Problem;

/// A type that can be read from a row of either database.
pub trait Record: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin {}
impl<T> Record for T where T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin {}

/// A type that can be read from a column of either database.
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

/// A value that is not bound yet.
pub trait Arg: Send {
    fn add_lite(self: Box<Self>, to: &mut SqliteArguments) -> Result<(), BoxDynError>;
    fn add_pg(self: Box<Self>, to: &mut PgArguments) -> Result<(), BoxDynError>;
}

/// A type that can be bound on either database.
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
pub trait Binds<'q> {
    fn add_to(self, args: &mut Vec<Box<dyn Arg + 'q>>);
}

macro_rules! binds {
    ($first:ident $($name:ident)+) => {
        impl<'q, $first: Bind<'q>, $($name: Bind<'q>),+> Binds<'q> for ($first, $($name),+) {
            #[expect(non_snake_case)]
            fn add_to(self, args: &mut Vec<Box<dyn Arg + 'q>>) {
                let ($first, $($name),+) = self;
                args.push(Box::new(Value($first)));
                $(args.push(Box::new(Value($name)));)+
            }
        }
        binds!($($name)+);
    };
    ($last:ident) => {};
}
binds!(A B C D E F G H I J K L);

/// SQL for both databases, or for each if they differ.
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

/// SQL built at run time, only from texts of the code and never from client input.
impl Statement for AssertSqlSafe<String> {
    fn for_lite(&self) -> SqlStr {
        AssertSqlSafe(self.0.as_str()).into_sql_str()
    }

    fn for_pg(&self) -> SqlStr {
        self.for_lite()
    }
}

/// The same query in the dialect of each database.
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

/// The same, built at run time from texts of the code.
impl Statement for Either<AssertSqlSafe<String>> {
    fn for_lite(&self) -> SqlStr {
        self.lite.for_lite()
    }

    fn for_pg(&self) -> SqlStr {
        self.pg.for_pg()
    }
}

/// Where a query runs: on one connection, or on any reader.
pub enum On<'e> {
    Conn(&'e mut Conn),
    Reader(Reader<'e>),
}

impl<'e> From<&'e mut Conn> for On<'e> {
    fn from(conn: &'e mut Conn) -> Self {
        On::Conn(conn)
    }
}

impl<'e> From<&'e mut Tx> for On<'e> {
    fn from(tx: &'e mut Tx) -> Self {
        On::Conn(tx)
    }
}

impl<'e> From<Reader<'e>> for On<'e> {
    fn from(reader: Reader<'e>) -> Self {
        On::Reader(reader)
    }
}

/// The result of a query that returns no rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Done(u64);

impl Done {
    pub fn rows_affected(self) -> u64 {
        self.0
    }
}

/// SQL and its values. It is not generic over the result type, so that the code is not compiled some hundred times.
struct Parts<'q> {
    sql: Box<dyn Statement + Send + 'q>,
    args: Vec<Box<dyn Arg + 'q>>,
}

/// A row of either database.
enum Row {
    Lite(SqliteRow),
    Pg(PgRow),
}

impl Row {
    fn record<T: Record>(&self) -> Result<T, sqlx::Error> {
        match self {
            Self::Lite(row) => T::from_row(row),
            Self::Pg(row) => T::from_row(row),
        }
    }

    fn scalar<T: Scalar>(&self) -> Result<T, sqlx::Error> {
        match self {
            Self::Lite(row) => row.try_get(0),
            Self::Pg(row) => row.try_get(0),
        }
    }
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

/// Runs sqlx's query for the connection's database.
macro_rules! run {
    ($parts:expr, $on:expr, $fetch:ident, |$answer:ident| $lite:expr, $pg:expr) => {{
        let mut lent;
        let conn = match $on {
            On::Conn(conn) => conn,
            On::Reader(reader) => {
                lent = reader.acquire().await?;
                &mut lent
            }
        };
        match &mut conn.link {
            Link::Lite(conn) => {
                let args = arguments($parts.args, Arg::add_lite)?;
                let sql = conn.statement($parts.sql.for_lite());
                let $answer = sqlx::query_with::<Sqlite, _>(sql, args).$fetch(&mut **conn).await?;
                $lite
            }
            Link::Pg(conn) => {
                let args = arguments($parts.args, Arg::add_pg)?;
                let $answer =
                    sqlx::query_with::<Postgres, _>($parts.sql.for_pg(), args).$fetch(&mut **conn).await?;
                $pg
            }
            Link::PgTx(conn) => {
                let args = arguments($parts.args, Arg::add_pg)?;
                let $answer =
                    sqlx::query_with::<Postgres, _>($parts.sql.for_pg(), args).$fetch(&mut **conn).await?;
                $pg
            }
        }
    }};
}

impl<'q> Parts<'q> {
    fn new(sql: impl Statement + Send + 'q) -> Self {
        Self { sql: Box::new(sql), args: Vec::with_capacity(8) }
    }

    fn execute(self, on: On<'q>) -> Pending<'q, Done> {
        Box::pin(async move {
            match on {
                On::Conn(Conn { link: Link::Lite(lite), .. }) => {
                    execute_lite(lite, self.sql.for_lite(), self.args).await
                }
                on => Ok(Done(run!(self, on, execute, |done| done.rows_affected(), done.rows_affected()))),
            }
        })
    }

    /// The same query with its parameters after `count` others.
    fn after(&self, count: usize) -> String {
        let sql = self.sql.for_lite();
        let mut pieces = sql.as_str().split('$');
        let mut shifted = pieces.next().unwrap_or_default().to_owned();
        for piece in pieces {
            let digits = piece.bytes().take_while(u8::is_ascii_digit).count();
            let (number, rest) = piece.split_at(digits);
            let number = number.parse().map_or(String::new(), |number: usize| (number + count).to_string());
            shifted.extend(["$", &number, rest]);
        }
        shifted
    }

    fn optional(self, on: On<'q>) -> Pending<'q, Option<Row>> {
        Box::pin(
            async move { Ok(run!(self, on, fetch_optional, |row| row.map(Row::Lite), row.map(Row::Pg))) },
        )
    }

    fn all(self, on: On<'q>) -> Pending<'q, Vec<Row>> {
        Box::pin(async move {
            Ok(run!(
                self,
                on,
                fetch_all,
                |rows| rows.into_iter().map(Row::Lite).collect(),
                rows.into_iter().map(Row::Pg).collect()
            ))
        })
    }
}

/// A query that returns no rows.
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

/// Executes queries in order and returns what the last one has changed. SQLite gets them in one message to its thread;
/// a message takes longer than most statements.
pub fn execute_all<'a>(conn: &'a mut Conn, queries: Vec<Query<'a>>) -> Pending<'a, Done> {
    Box::pin(execute_each(conn, queries))
}

async fn execute_each(conn: &mut Conn, queries: Vec<Query<'_>>) -> Result<Done, sqlx::Error> {
    let mut done = Done(0);
    let Link::Lite(lite) = &mut conn.link else {
        for query in queries {
            done = query.execute(&mut *conn).await?;
        }
        return Ok(done);
    };
    let (mut sql, mut args) = (Vec::with_capacity(queries.len()), Vec::new());
    for Query(parts) in queries {
        sql.push(parts.after(args.len()));
        args.extend(parts.args);
    }
    execute_lite(lite, AssertSqlSafe(sql.join(";\n")).into_sql_str(), args).await
}

/// Executes statements; what one that changes no rows reports is the number of an earlier one, so only that of the
/// last statement counts.
async fn execute_lite(
    lite: &mut Lent,
    sql: SqlStr,
    args: Vec<Box<dyn Arg + '_>>,
) -> Result<Done, sqlx::Error> {
    let (mut done, args) = (Done(0), arguments(args, Arg::add_lite)?);
    let sql = lite.statement(sql);
    let mut answers = lite.fetch_many(sqlx::query_with::<Sqlite, _>(sql, args));
    while let Some(answer) = answers.try_next().await? {
        if let sqlx::Either::Left(answer) = answer {
            done = Done(answer.rows_affected());
        }
    }
    Ok(done)
}

macro_rules! bind {
    () => {
        /// The next value: `$1`, `$2` … in this order.
        pub fn bind(mut self, value: impl Bind<'q>) -> Self {
            self.0.args.push(Box::new(Value(value)));
            self
        }

        /// The next values, in the order of the tuple.
        pub fn binds(mut self, values: impl Binds<'q>) -> Self {
            values.add_to(&mut self.0.args);
            self
        }
    };
}

macro_rules! fetch {
    ($read:ident) => {
        /// The only row; an error if there is none.
        pub async fn fetch_one<'e>(self, on: impl Into<On<'e>>) -> Result<T, sqlx::Error> {
            self.0.optional(on.into()).await?.ok_or(sqlx::Error::RowNotFound)?.$read()
        }

        /// The row, if there is one.
        pub async fn fetch_optional<'e>(self, on: impl Into<On<'e>>) -> Result<Option<T>, sqlx::Error> {
            self.0.optional(on.into()).await?.map(|row| row.$read()).transpose()
        }

        /// All rows.
        pub async fn fetch_all<'e>(self, on: impl Into<On<'e>>) -> Result<Vec<T>, sqlx::Error> {
            self.0.all(on.into()).await?.iter().map(Row::$read).collect()
        }
    };
}

impl<'q> Query<'q> {
    bind!();

    /// Executes it and ignores the number of changed rows.
    pub async fn run<'e>(self, on: impl Into<On<'e>>) -> Result<(), Problem> {
        self.execute(on).await?;
        Ok(())
    }

    pub async fn execute<'e>(self, on: impl Into<On<'e>>) -> Result<Done, sqlx::Error> {
        self.0.execute(on.into()).await
    }
}

impl<'q, T: Record> QueryAs<'q, T> {
    bind!();
    fetch!(record);
}

impl<'q, T: Scalar> QueryScalar<'q, T> {
    bind!();
    fetch!(scalar);
}
