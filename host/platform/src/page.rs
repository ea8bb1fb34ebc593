//! Pagination: `?page=2&per_page=50` in the request, `{data, page, per_page, total}` in the response.

use utoipa::openapi::path::{Parameter, ParameterIn};
use utoipa::openapi::{RefOr, Schema};

use crate::app::App;
use crate::db::{Conn, QueryAs, QueryScalar, Record};
use crate::error::{FieldErrors, Problem, Result, Text};
use crate::libraries::*;

/// Default rows per page.
const PER_PAGE: u32 = 20;
/// Most rows per page.
const MOST_PER_PAGE: u32 = 100;
/// Pages beyond this are errors or bots; the product of both limits is far from overflow.
const MOST_PAGES: u32 = 1_000_000;

/// The requested page of a list.
#[derive(Debug, Clone, Copy, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Page {
    /// Number of the page, from 1.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 1_000_000, default = 1)]
    pub page: u32,
    /// Rows on a page.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 100, default = 20)]
    pub per_page: u32,
}

impl Page {
    /// The value for `LIMIT`.
    pub fn limit(self) -> i64 {
        i64::from(self.per_page)
    }

    /// The value for `OFFSET`.
    pub fn offset(self) -> i64 {
        i64::from(self.page - 1) * i64::from(self.per_page)
    }

    /// The response with the rows of this page out of all.
    pub fn cut<T>(self, all: Vec<T>) -> Paged<T> {
        let total = i64::try_from(all.len()).unwrap_or(i64::MAX);
        let from = usize::try_from(self.offset()).unwrap_or(usize::MAX);
        self.of(all.into_iter().skip(from).take(self.per_page as usize).collect(), total)
    }

    /// Counts and reads the rows of a list. Both queries have the values of the list's conditions; `rows` ends with the
    /// places of `LIMIT` and `OFFSET`.
    pub async fn fetch<T: Record>(
        self,
        conn: &mut Conn,
        count: QueryScalar<'_, i64>,
        rows: QueryAs<'_, T>,
    ) -> Result<Paged<T>> {
        let total = count.fetch_one(&mut *conn).await?;
        Ok(self.of(rows.binds((self.limit(), self.offset())).fetch_all(conn).await?, total))
    }

    /// The response with these rows.
    pub fn of<T>(self, data: Vec<T>, total: i64) -> Paged<T> {
        Paged { data, page: self.page, per_page: self.per_page, total }
    }
}

/// One page of a list.
#[derive(Debug, Serialize, ToSchema)]
pub struct Paged<T> {
    pub data: Vec<T>,
    pub page: u32,
    pub per_page: u32,
    /// Rows of all pages.
    pub total: i64,
}

impl<T> Paged<T> {
    pub fn map<U>(self, view: impl FnMut(T) -> U) -> Paged<U> {
        let Self { data, page, per_page, total } = self;
        Paged { data: data.into_iter().map(view).collect(), page, per_page, total }
    }

    /// The same if a view may fail.
    pub fn try_map<U>(self, view: impl FnMut(T) -> Result<U>) -> Result<Paged<U>> {
        let Self { data, page, per_page, total } = self;
        Ok(Paged { data: data.into_iter().map(view).collect::<Result<_>>()?, page, per_page, total })
    }
}

impl FromRequestParts<App> for Page {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self> {
        Self::read(parts.uri.query().unwrap_or_default(), PER_PAGE)
    }
}

impl Page {
    fn read(query: &str, mut per_page: u32) -> Result<Self> {
        let mut page = 1;
        let mut errors = FieldErrors::new();
        for pair in query.split('&') {
            match pair.split_once('=') {
                Some(("page", text)) => number(text, "page", MOST_PAGES, &mut page, &mut errors),
                Some(("per_page", text)) => {
                    number(text, "per_page", MOST_PER_PAGE, &mut per_page, &mut errors)
                }
                _ => {}
            }
        }
        if errors.is_empty() { Ok(Self { page, per_page }) } else { Err(Problem::invalid(errors)) }
    }
}

/// The same for a list that usually fits on one page: the default is the most rows per page.
#[derive(Debug, Clone, Copy)]
pub struct WholePage(pub Page);

impl FromRequestParts<App> for WholePage {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self> {
        Page::read(parts.uri.query().unwrap_or_default(), MOST_PER_PAGE).map(Self)
    }
}

impl IntoParams for WholePage {
    fn into_params(parameter_in: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let mut params = Page::into_params(parameter_in);
        for param in params.iter_mut().filter(|param| param.name == "per_page") {
            if let Some(RefOr::T(Schema::Object(schema))) = &mut param.schema {
                schema.default = Some(MOST_PER_PAGE.into());
            }
        }
        params
    }
}

fn number(text: &str, field: &str, most: u32, value: &mut u32, errors: &mut FieldErrors) {
    match text.parse() {
        Ok(number) if (1..=most).contains(&number) => *value = number,
        _ => {
            let message = Text::key("validation.number-between").with("min", 1).with("max", most);
            errors.insert(field.to_owned(), vec![message]);
        }
    }
}
