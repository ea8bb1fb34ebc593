//! The tools compiled natively, with the same stand-in model.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use sitewright_engine as engine;
use sitewright_exercise::{Model, Tool};
use sitewright_sdk::{
    Brand, Completion, Descriptor, Failure, Generator, Host, Outcome, Project, Request, Role, Term, run,
};

/// Answers the requests that a tool sends at the same time.
pub type Answer<'a> =
    &'a dyn Fn(&[engine::CompletionRequest]) -> Vec<Result<engine::Completion, engine::Failure>>;

/// The host's side of a native run.
pub struct TestHost<'a> {
    context: engine::Context,
    answer: Answer<'a>,
    asked: RefCell<Vec<engine::CompletionRequest>>,
}

/// How a native run ended: an outcome or failure as the component would return it, or the panic.
pub struct RunResult {
    pub result: Result<Result<engine::Outcome, engine::Failure>, String>,
    pub asked: Vec<engine::CompletionRequest>,
}

/// A tool without its component.
pub struct NativeTool {
    pub id: &'static str,
    run: fn(&TestHost, &str) -> Result<Outcome, Failure>,
    describe: fn(&str) -> Descriptor,
}

const fn of<G: Generator>(id: &'static str) -> NativeTool {
    NativeTool { id, run: |host, input| run::run::<G>(host, input), describe: run::describe::<G> }
}

/// Every tool with its own component.
pub const TOOLS: &[NativeTool] = &[
    of::<amazon_category_description::AmazonCategoryDescription>("amazon-category-description"),
    of::<amazon_product_description::AmazonProductDescription>("amazon-product-description"),
    of::<article_ideas::ArticleIdeas>("article-ideas"),
    of::<article_intro::ArticleIntro>("article-intro"),
    of::<article_outline::ArticleOutline>("article-outline"),
    of::<business_bio::BusinessBio>("business-bio"),
    of::<cover_letter::CoverLetter>("cover-letter"),
    of::<email::Email>("email"),
    of::<expand_text::ExpandText>("expand-text"),
    of::<facebook_ads::FacebookAds>("facebook-ads"),
    of::<facebook_post::FacebookPost>("facebook-post"),
    of::<google_ads::GoogleAds>("google-ads"),
    of::<image_alt::ImageAlt>("image-alt"),
    of::<instagram_post::InstagramPost>("instagram-post"),
    of::<job_description::JobDescription>("job-description"),
    of::<linkedin_ads::LinkedinAds>("linkedin-ads"),
    of::<linkedin_post::LinkedInPost>("linkedin-post"),
    of::<newsletter::Newsletter>("newsletter"),
    of::<paraphrase::Paraphrase>("paraphrase"),
    of::<personal_bio::PersonalBio>("personal-bio"),
    of::<product_description::ProductDescription>("product-description"),
    of::<seo_metatags::SeoMetatags>("seo-metatags"),
    of::<text_summary::TextSummary>("text-summary"),
    of::<tiktok_ideas::TikTokIdeas>("tiktok-ideas"),
    of::<translate::Translate>("translate"),
    of::<twitter_post::TwitterPost>("twitter-post"),
    of::<youtube_ideas::YouTubeIdeas>("youtube-ideas"),
];

/// The tool of this id; templates share one, which is loaded with the source.
fn native(id: &str, template: Option<&str>) -> &'static NativeTool {
    const TEMPLATE: NativeTool = of::<template_runner::Template>("");
    match template {
        Some(source) => {
            template_runner::load(source.to_owned());
            &TEMPLATE
        }
        None => TOOLS.iter().find(|tool| tool.id == id).expect("every tool is in the list"),
    }
}

/// The tool's texts, and the schemas of its input and result.
pub fn describe(id: &str, template: Option<&str>, language: &str) -> Descriptor {
    (native(id, template).describe)(language)
}

/// Runs a tool with the stand-in model; a panic is an error.
pub fn run(tool: &Tool, input: &str, context: engine::Context, model: Model) -> RunResult {
    let answer = |requests: &[engine::CompletionRequest]| {
        requests.iter().map(|request| model.reply(request)).collect::<Vec<_>>()
    };
    run_with(&tool.id, tool.template.as_deref(), input, context, &answer)
}

/// Runs a tool; a panic is an error.
pub fn run_with(
    id: &str,
    template: Option<&str>,
    input: &str,
    context: engine::Context,
    answer: Answer,
) -> RunResult {
    let host = TestHost { context, answer, asked: RefCell::default() };
    let tool = native(id, template);
    let ended = catch_unwind(AssertUnwindSafe(|| (tool.run)(&host, input)));
    let result = ended.map_err(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned())).unwrap_or_default()
    });
    let result = result.map(|result| {
        result
            .map(|Outcome { title, text, data }| engine::Outcome { title, text, data })
            .map_err(failure_of_engine)
    });
    RunResult { result, asked: host.asked.into_inner() }
}

impl TestHost<'_> {
    fn complete(&self, requests: Vec<engine::CompletionRequest>) -> Vec<Result<Completion, Failure>> {
        let answers = (self.answer)(&requests);
        self.asked.borrow_mut().extend(requests);
        let completion = |engine::Completion { text, words, drafted }| Completion { text, words, drafted };
        answers.into_iter().map(|answer| answer.map(completion).map_err(failure_of_sdk)).collect()
    }
}

impl Host for TestHost<'_> {
    fn interface_language(&self) -> String {
        self.context.interface_language.clone()
    }

    fn project(&self) -> Option<Project> {
        let engine::Project { domain, language, location_code } = self.context.project.clone()?;
        Some(Project { domain, language, location_code })
    }

    fn brand(&self) -> Option<Brand> {
        let engine::Brand { name, description, tone, audience, avoid, facts, glossary } =
            self.context.brand.clone()?;
        let term = |engine::Term { source, target }| Term { source, target };
        let glossary = glossary.into_iter().map(term).collect();
        Some(Brand { name, description, tone, audience, avoid, facts, glossary })
    }

    fn complete_all(&self, requests: Vec<Request>) -> Vec<Result<Completion, Failure>> {
        self.complete(requests.into_iter().map(|request| request_of_engine(request, Vec::new())).collect())
    }

    fn complete_seeing(&self, request: Request, images: &[String]) -> Result<Completion, Failure> {
        let mut answers = self.complete(vec![request_of_engine(request, images.to_vec())]);
        answers.pop().unwrap_or(Err(Failure::NeedsModel))
    }

    fn progress(&self, _done: u32, _total: u32, _label: &str) {}
}

fn request_of_engine(request: Request, images: Vec<String>) -> engine::CompletionRequest {
    let Request { messages, max_words, temperature, schema, draft, show_as } = request;
    let message = |message: sitewright_sdk::Message| engine::Message {
        role: match message.role {
            Role::System => engine::Role::System,
            Role::User => engine::Role::User,
            Role::Assistant => engine::Role::Assistant,
        },
        text: message.text,
    };
    let messages = messages.into_iter().map(message).collect();
    engine::CompletionRequest { messages, max_words, temperature, schema, draft, show_as, images }
}

fn failure_of_engine(failure: Failure) -> engine::Failure {
    let field = |sitewright_sdk::FieldError { pointer, message }| engine::FieldError { pointer, message };
    match failure {
        Failure::InvalidInput(fields) => {
            engine::Failure::InvalidInput(fields.into_iter().map(field).collect())
        }
        Failure::LimitReached(why) => engine::Failure::LimitReached(why),
        Failure::NeedsModel => engine::Failure::NeedsModel,
        Failure::Unavailable(why) => engine::Failure::Unavailable(why),
        Failure::Refused(why) => engine::Failure::Refused(why),
    }
}

fn failure_of_sdk(failure: engine::Failure) -> Failure {
    let field = |engine::FieldError { pointer, message }| sitewright_sdk::FieldError { pointer, message };
    match failure {
        engine::Failure::InvalidInput(fields) => {
            Failure::InvalidInput(fields.into_iter().map(field).collect())
        }
        engine::Failure::LimitReached(why) => Failure::LimitReached(why),
        engine::Failure::NeedsModel => Failure::NeedsModel,
        engine::Failure::Unavailable(why) => Failure::Unavailable(why),
        engine::Failure::Refused(why) => Failure::Refused(why),
    }
}
