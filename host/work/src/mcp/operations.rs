//! Operations: what agents may do besides running tools, such as deciding on the texts of a shop. The slices after this
//! one register them; a call of an operation is no run.

use rmcp::model::{Tool as ToolView, ToolAnnotations};

use crate::catalogue::tools::{self, Schema};
use crate::platform::auth::ScopeType;
use crate::platform::prelude::*;

/// What an operation does, for the annotations of the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// Changes nothing.
    Reads,
    /// Changes data of the account; a second call with the same input may do it again.
    Adds,
    /// The same, but a second call changes nothing more.
    Sets,
    /// Replaces data outside of this server. A second call changes nothing more.
    Replaces,
}

/// A call of an operation. Its input is checked against the schema before the operation gets it.
pub struct Asked {
    pub caller: Caller,
    pub locale: Locale,
    pub input: Value,
}

impl Asked {
    /// The caller of a handler with this scope.
    pub fn caller<S: ScopeType>(&self) -> Result<Scoped<S>> {
        Scoped::of(self.caller.clone())
    }

    /// Takes a text out of the input; the schema requires it.
    pub fn take(&mut self, field: &str) -> String {
        let value = self.input.as_object_mut().and_then(|input| input.remove(field));
        value.and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
    }

    /// The page that the input names, with this number of rows.
    pub fn page(&self, per_page: u32) -> Page {
        let page = self.input["page"].as_u64().and_then(|page| u32::try_from(page).ok());
        Page { page: page.unwrap_or(1).max(1), per_page }
    }

    /// The rest of the input as the API reads it.
    pub fn rest<T: DeserializeOwned>(&mut self) -> Result<T> {
        let rest = serde_json::from_value(self.input.take());
        rest.map_err(|error| {
            Problem::invalid_field("input", Text::key("validation.wrong-type")).because(error)
        })
    }
}

/// A response of the API as a result.
pub fn result<T: Serialize>(Json(response): Json<T>) -> Result<Value> {
    Ok(serde_json::to_value(response)?)
}

/// The operations of a slice: `"list-shops" ShopsRead Reads list_shops` is name, scope, effect and function.
#[macro_export]
macro_rules! operations {
    ($($name:literal $scope:ident $effect:ident $carry:ident)*) => {
        &[$($crate::mcp::Operation {
            name: $name,
            scope: Scope::$scope,
            effect: $crate::mcp::Effect::$effect,
            carry: |app, asked| Box::pin($carry(app, asked)),
        }),*]
    };
}

type Carry = fn(App, Asked) -> BoxFuture<'static, Result<Value>>;

/// An operation.
#[derive(Clone, Copy)]
pub struct Operation {
    /// Unique; a tool of the catalogue with this id is hidden by it.
    pub name: &'static str,
    /// The scope that a key needs for it.
    pub scope: Scope,
    pub effect: Effect,
    /// Returns the structured result, which is an object.
    pub carry: Carry,
}

/// The operations of a slice.
pub struct Offer {
    pub operations: &'static [Operation],
    /// Their texts and schemas as JSON: `{about, shared, operations: {name: {title, description, input, output}}}`. Each
    /// text is `{en, pl}`, and `{"use": "name"}` stands for a part of `shared`.
    pub texts: &'static str,
}

/// An operation with its texts.
struct Offered {
    operation: Operation,
    by_language: [Described; 2],
}

struct Described {
    title: String,
    description: String,
    input: Schema,
    output: Arc<Map<String, Value>>,
}

/// The registered operations.
#[derive(Clone, Default)]
pub(super) struct Operations {
    all: Arc<[Arc<Offered>]>,
    /// What agents should know about them, by scope.
    about: Arc<[(Vec<Scope>, [String; 2])]>,
}

/// Registers the operations of a slice. Their schemas are compiled when they are first needed.
///
/// Errors: a text or a schema is missing.
pub fn offer(app: App, offer: &Offer) -> anyhow::Result<App> {
    let texts: Value = serde_json::from_str(offer.texts)?;
    let known = operations_of(&app);
    let mut all = known.all.to_vec();
    for operation in offer.operations {
        let [en, pl] = Locale::ALL.map(|locale| Described::of(&texts, operation.name, locale));
        all.push(Arc::new(Offered { operation: *operation, by_language: [en?, pl?] }));
    }
    let scopes = offer.operations.iter().map(|operation| operation.scope).collect();
    let about = Locale::ALL.map(|locale| resolve(&texts["about"], &texts, locale));
    let about = about.map(|text| text.as_str().unwrap_or_default().to_owned());
    let about = known.about.iter().cloned().chain([(scopes, about)]).collect();
    Ok(app.with(Operations { all: all.into(), about }))
}

fn operations_of(app: &App) -> &Operations {
    app.part()
}

impl Described {
    fn of(texts: &Value, name: &str, locale: Locale) -> anyhow::Result<Self> {
        let found = resolve(&texts["operations"][name], texts, locale);
        let text = |part: &str| found[part].as_str().map(str::to_owned);
        let missing = || anyhow::anyhow!("the operation {name} has no texts in {}", locale.tag());
        let output = found["output"].as_object().cloned().ok_or_else(missing)?;
        anyhow::ensure!(found["input"].is_object(), missing());
        Ok(Self {
            title: text("title").ok_or_else(missing)?,
            description: text("description").ok_or_else(missing)?,
            input: Schema::checked(found["input"].to_string()),
            output: Arc::new(output),
        })
    }
}

/// A part of the texts in one language, without references.
fn resolve(part: &Value, texts: &Value, locale: Locale) -> Value {
    match part {
        Value::Object(fields) => match (fields.get("use"), fields.get(locale.tag())) {
            (Some(Value::String(name)), _) if fields.len() == 1 => {
                resolve(&texts["shared"][name.as_str()], texts, locale)
            }
            (_, Some(Value::String(text))) => text.as_str().into(),
            _ => fields
                .iter()
                .map(|(name, field)| (name.clone(), resolve(field, texts, locale)))
                .collect::<Map<_, _>>()
                .into(),
        },
        Value::Array(items) => items.iter().map(|item| resolve(item, texts, locale)).collect(),
        other => other.clone(),
    }
}

/// The operations that a caller may use.
pub(super) fn open_to(app: &App, caller: &Caller, locale: Locale) -> Vec<ToolView> {
    let open = operations_of(app).all.iter().filter(|offered| caller.has_scope(offered.operation.scope));
    open.map(|offered| offered.view(locale)).collect()
}

/// What an agent should know about the operations that it may use.
pub(super) fn about(app: &App, caller: &Caller, locale: Locale) -> String {
    let known = operations_of(app).about.iter();
    let open = known.filter(|(scopes, _)| scopes.iter().any(|scope| caller.has_scope(*scope)));
    open.map(|(_, texts)| format!(" {}", texts[locale as usize])).collect()
}

/// The scope of an operation; `None` if there is no such operation.
pub(super) fn scope_of(app: &App, name: &str) -> Option<Scope> {
    find(app, name).map(|offered| offered.operation.scope)
}

fn find<'a>(app: &'a App, name: &str) -> Option<&'a Arc<Offered>> {
    operations_of(app).all.iter().find(|offered| offered.operation.name == name)
}

/// Checks the input of a call and carries it out.
///
/// Errors: 404 if there is no such operation, 422 for an invalid input, and those of the operation.
pub(super) async fn carry_out(app: &App, name: &str, asked: Asked) -> Result<Value> {
    let Offered { operation, by_language } = &**find(app, name).ok_or_else(Problem::not_found)?;
    let input = tools::prepare(&by_language[asked.locale as usize].input, asked.input)?;
    let asked = Asked { input: serde_json::from_str(&input)?, ..asked };
    (operation.carry)(app.clone(), asked).await
}

impl Offered {
    fn view(&self, locale: Locale) -> ToolView {
        let described = &self.by_language[locale as usize];
        let effect = self.operation.effect;
        let annotations = ToolAnnotations::with_title(&described.title)
            .read_only(effect == Effect::Reads)
            .destructive(effect == Effect::Replaces)
            .idempotent(effect != Effect::Adds)
            .open_world(effect == Effect::Replaces);
        let input = serde_json::from_str(described.input.json()).unwrap_or_default();
        ToolView::new(self.operation.name, described.description.clone(), Arc::new(input))
            .with_title(&described.title)
            .with_raw_output_schema(described.output.clone())
            .with_annotations(annotations)
    }
}
