//! A line of the table: an operation, who may do it, and what they are answered.

use reqwest::Method;
use serde_json::Value;

use super::{people::Role, things::Thing};

/// Who may try at all.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Who {
    Anybody,
    /// Whether or not their address is proven.
    SignedIn,
    /// Everybody whose address is proven.
    Users,
    Admins,
    SuperAdmins,
    /// Nobody who signs in: keys alone.
    Keys,
}

/// Whose thing is at hand.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Whose {
    Nobodys,
    Own,
    Foreign,
}

/// What an answer must be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Answers {
    pub status: u16,
    /// Code of the problem, where it is known.
    pub code: Option<&'static str>,
    /// How many things it says that it was done to, where it says so.
    pub count: Option<i64>,
}

pub enum Body {
    /// The least that the schema of the operation allows; none where it has none.
    Generated,
    /// Made from the id of the thing at hand.
    Json(fn(&str) -> Value),
    /// Content type and content.
    Bytes(&'static str, &'static [u8]),
}

pub struct Entry {
    /// `METHOD /path`, as in the document.
    pub operation: &'static str,
    who: Who,
    status: u16,
    pub thing: Option<Thing>,
    /// Whether the thing is only for its owner.
    is_private: bool,
    foreign: Answers,
    pub lists: bool,
    /// Whether it says how many things it was done to.
    pub counts: bool,
    pub body: Body,
    places: Vec<(&'static str, &'static str)>,
    exceptions: Vec<(Role, u16)>,
    /// The scope of a key that may; keys may not where there is none. Empty where any key may.
    pub scope: Option<&'static str>,
}

/// Everybody, guests too; answered with this status.
pub fn anybody(operation: &'static str, status: u16) -> Entry {
    entry(Who::Anybody, operation, status)
}

/// Everybody who is signed in, whether or not their address is proven.
pub fn signed_in(operation: &'static str, status: u16) -> Entry {
    entry(Who::SignedIn, operation, status)
}

/// Everybody who is signed in and whose address is proven.
pub fn users(operation: &'static str, status: u16) -> Entry {
    entry(Who::Users, operation, status)
}

/// Administrators, of both kinds.
pub fn admins(operation: &'static str, status: u16) -> Entry {
    entry(Who::Admins, operation, status)
}

/// Super-administrators alone.
pub fn super_admins(operation: &'static str, status: u16) -> Entry {
    entry(Who::SuperAdmins, operation, status)
}

/// Keys alone, whatever their scopes are.
pub fn keys(operation: &'static str, status: u16) -> Entry {
    entry(Who::Keys, operation, status).key("")
}

fn entry(who: Who, operation: &'static str, status: u16) -> Entry {
    Entry {
        operation,
        who,
        status,
        thing: None,
        is_private: false,
        foreign: Answers { status: 404, code: Some("not-found"), count: None },
        lists: false,
        counts: false,
        body: Body::Generated,
        places: Vec::new(),
        exceptions: Vec::new(),
        scope: None,
    }
}

impl Entry {
    /// `{id}`, or what the body names, is such a thing, and only its owner may have it: for all others it does not exist.
    pub fn own(mut self, thing: Thing) -> Self {
        (self.thing, self.is_private) = (Some(thing), true);
        self
    }

    /// The same, but whose it is does not matter.
    pub fn any(mut self, thing: Thing) -> Self {
        (self.thing, self.is_private) = (Some(thing), false);
        self
    }

    /// The answer lists such things: one's own, and nobody else's.
    pub fn lists(mut self, thing: Thing) -> Self {
        self.lists = true;
        self.own(thing)
    }

    /// The answer lists such things, whoever's they are.
    pub fn lists_all(mut self, thing: Thing) -> Self {
        self.lists = true;
        self.any(thing)
    }

    /// The body names such things, and the answer says how many of them it was done to: one's own, and nobody else's.
    pub fn counts(mut self, thing: Thing) -> Self {
        self.counts = true;
        self.foreign = Answers { status: self.status, code: None, count: Some(0) };
        self.own(thing)
    }

    /// Things of others answer so, instead of as if they did not exist.
    pub fn foreign(mut self, status: u16, code: &'static str) -> Self {
        self.foreign = Answers { status, code: Some(code), count: None };
        self
    }

    /// One role is answered with another status on what is theirs.
    pub fn but(mut self, role: Role, status: u16) -> Self {
        self.exceptions.push((role, status));
        self
    }

    /// Keys with this scope may as well, as the account that they belong to.
    pub fn key(mut self, scope: &'static str) -> Self {
        self.scope = Some(scope);
        self
    }

    /// What stands at another place of the path.
    pub fn at(mut self, place: &'static str, value: &'static str) -> Self {
        self.places.push((place, value));
        self
    }

    /// The body, from the id of the thing at hand.
    pub fn json(mut self, body: fn(&str) -> Value) -> Self {
        self.body = Body::Json(body);
        self
    }

    pub fn bytes(mut self, kind: &'static str, bytes: &'static [u8]) -> Self {
        self.body = Body::Bytes(kind, bytes);
        self
    }

    /// What the operation must answer.
    pub fn answers(&self, role: Role, whose: Whose) -> Answers {
        if let Some(refusal) = self.refusal(role) {
            return refusal;
        }
        if whose == Whose::Foreign && self.is_private && !self.lists {
            return self.foreign;
        }
        let exception = self.exceptions.iter().find(|(of, _)| *of == role);
        Answers {
            status: exception.map_or(self.status, |(_, status)| *status),
            code: None,
            count: self.counts.then_some(1),
        }
    }

    fn refusal(&self, role: Role) -> Option<Answers> {
        let refused = |status, code| Some(Answers { status, code: Some(code), count: None });
        match (self.who, role) {
            (Who::Anybody, _) => None,
            (Who::Keys, _) | (_, Role::Guest) => refused(401, "auth.unauthenticated"),
            (Who::SignedIn, _) => None,
            (_, Role::Unverified) => refused(403, "auth.email-unverified"),
            (Who::Admins | Who::SuperAdmins, Role::User) | (Who::SuperAdmins, Role::Admin) => {
                refused(403, "auth.forbidden")
            }
            _ => None,
        }
    }

    /// What a key must be answered that has this scope; none where it is a guest like any other.
    pub fn answers_key(&self, has: &str, whose: Whose) -> Option<Answers> {
        let refused = |code| Some(Answers { status: 403, code: Some(code), count: None });
        match (self.who, self.scope) {
            (Who::Anybody, _) => None,
            (_, None) => refused("keys.not-here"),
            (Who::Keys, Some(_)) => Some(Answers { status: self.status, code: None, count: None }),
            (_, Some(scope)) if scope != has => refused("keys.scope-missing"),
            _ => Some(self.answers(Role::User, whose)),
        }
    }

    /// Whether this role does to somebody else's thing what can be done only once.
    pub fn is_used_up(&self, role: Role) -> bool {
        !self.is_private && self.refusal(role).is_none() && !self.operation.starts_with("GET ")
    }

    /// Whether things of others are as if they did not exist.
    pub fn is_hidden(&self) -> bool {
        self.is_private && (self.lists || self.foreign.status == 404)
    }

    /// Method and path, with the id of the thing in its place.
    pub fn address(&self, id: &str) -> (Method, String) {
        let (method, path) = self.operation.split_once(' ').expect("METHOD /path");
        let path = self
            .places
            .iter()
            .fold(path.to_owned(), |path, (name, value)| path.replace(&format!("{{{name}}}"), value));
        let path = path.replace("{id}", id);
        // Beside the things of all who try at the same time.
        let path = if self.lists { format!("{path}?per_page=100") } else { path };
        assert!(!path.contains('{'), "{}: say what stands in {path}", self.operation);
        (method.parse().expect("a method"), path)
    }
}
