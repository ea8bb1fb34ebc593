//! The tools compiled natively, with the same stand-in model.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use sitewright_engine as engine;
use sitewright_exercise::{Model, Tool};
use sitewright_sdk::{
    Brand, Completion, Failure, Generator, Host, Outcome, Project, Request, Role, Term, run,
};

/// The host's side of a native run.
pub struct TestHost {
    context: engine::Context,
    model: Model,
    asked: RefCell<Vec<engine::CompletionRequest>>,
}

/// How a native run ended: an outcome or failure as the component would return it, or the panic.
pub struct RunResult {
    pub result: Result<Result<engine::Outcome, engine::Failure>, String>,
    pub asked: Vec<engine::CompletionRequest>,
}

type Run = fn(&TestHost, &str) -> Result<Outcome, Failure>;

fn of<G: Generator>(host: &TestHost, input: &str) -> Result<Outcome, Failure> {
    run::run::<G>(host, input)
}

/// Every tool with its own component.
pub const TOOLS: &[(&str, Run)] = &[
    ("amazon-category-description", of::<amazon_category_description::AmazonCategoryDescription>),
    ("amazon-product-description", of::<amazon_product_description::AmazonProductDescription>),
    ("article-ideas", of::<article_ideas::ArticleIdeas>),
    ("article-intro", of::<article_intro::ArticleIntro>),
    ("article-outline", of::<article_outline::ArticleOutline>),
    ("business-bio", of::<business_bio::BusinessBio>),
    ("cover-letter", of::<cover_letter::CoverLetter>),
    ("email", of::<email::Email>),
    ("expand-text", of::<expand_text::ExpandText>),
    ("facebook-ads", of::<facebook_ads::FacebookAds>),
    ("facebook-post", of::<facebook_post::FacebookPost>),
    ("google-ads", of::<google_ads::GoogleAds>),
    ("instagram-post", of::<instagram_post::InstagramPost>),
    ("job-description", of::<job_description::JobDescription>),
    ("linkedin-ads", of::<linkedin_ads::LinkedinAds>),
    ("linkedin-post", of::<linkedin_post::LinkedInPost>),
    ("newsletter", of::<newsletter::Newsletter>),
    ("paraphrase", of::<paraphrase::Paraphrase>),
    ("personal-bio", of::<personal_bio::PersonalBio>),
    ("product-description", of::<product_description::ProductDescription>),
    ("seo-metatags", of::<seo_metatags::SeoMetatags>),
    ("text-summary", of::<text_summary::TextSummary>),
    ("tiktok-ideas", of::<tiktok_ideas::TikTokIdeas>),
    ("translate", of::<translate::Translate>),
    ("twitter-post", of::<twitter_post::TwitterPost>),
    ("youtube-ideas", of::<youtube_ideas::YouTubeIdeas>),
];

/// Runs a tool; a panic is an error.
pub fn run(tool: &Tool, input: &str, context: engine::Context, model: Model) -> RunResult {
    let host = TestHost { context, model, asked: RefCell::default() };
    let run: Run = match &tool.template {
        Some(source) => {
            template_runner::load(source.clone());
            of::<template_runner::Template>
        }
        None => TOOLS.iter().find(|(id, _)| *id == tool.id).expect("every tool is in the list").1,
    };
    let ended = catch_unwind(AssertUnwindSafe(|| run(&host, input)));
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

impl Host for TestHost {
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
        let answer = |request| {
            let request = request_of_engine(request);
            let reply = self.model.reply(&request);
            self.asked.borrow_mut().push(request);
            let completion =
                |engine::Completion { text, words, drafted }| Completion { text, words, drafted };
            reply.map(completion).map_err(failure_of_sdk)
        };
        requests.into_iter().map(answer).collect()
    }

    fn progress(&self, _done: u32, _total: u32, _label: &str) {}
}

fn request_of_engine(request: Request) -> engine::CompletionRequest {
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
    engine::CompletionRequest { messages, max_words, temperature, schema, draft, show_as }
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
