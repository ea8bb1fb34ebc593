//! A project as a row, and as the API shows it.

use sitewright_engine as engine;

use super::{ProjectColor, shown};
use crate::platform::prelude::*;

/// A row of `projects`.
#[derive(Debug, Clone, sqlx::FromRow)]
pub struct Project {
    pub id: i64,
    pub domain: String,
    pub language_code: String,
    pub location_code: i64,
    /// Empty if the domain is the name.
    pub name: String,
    pub color: ProjectColor,
    /// The tag of its icon; `None` if it has none.
    pub icon: Option<String>,
    pub created_at: Timestamp,
}

impl Project {
    /// The project as runs see it.
    pub fn context(&self) -> engine::Project {
        engine::Project {
            domain: shown(&self.domain),
            language: self.language_code.clone(),
            location_code: u32::try_from(self.location_code).unwrap_or_default(),
        }
    }

    pub fn item(&self) -> ProjectItem {
        let domain = shown(&self.domain);
        ProjectItem {
            id: self.id,
            name: if self.name.is_empty() { domain.clone() } else { self.name.clone() },
            color: self.color,
            icon: self.icon.as_ref().map(|tag| format!("/api/projects/{}/icon?v={tag}", self.id)),
            language_code: self.language_code.clone(),
            site: Site { domain },
        }
    }
}

/// A project as the selector shows it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Project)]
pub struct ProjectItem {
    #[schema(minimum = 1)]
    id: i64,
    /// The domain, unless the user has given it another name.
    #[schema(example = "Bakery")]
    name: String,
    color: ProjectColor,
    /// Address of the icon of its website; null if there is none.
    #[schema(required)]
    icon: Option<String>,
    #[schema(example = "pl")]
    language_code: String,
    site: Site,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ProjectSite)]
struct Site {
    /// In Unicode, without scheme and `www.`.
    #[schema(example = "żółw.pl")]
    domain: String,
}
