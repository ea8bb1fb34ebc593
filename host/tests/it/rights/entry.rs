//! A line of the table: an operation, its permissions, and the expected responses.

use super::people::Role;
use super::things::Thing;
use crate::prelude::*;

/// The required role.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Who {
    Public,
    /// Verified or not.
    SignedIn,
    /// Verified users.
    Users,
    Admins,
    SuperAdmins,
    /// Keys only.
    Keys,
}

/// The owner of the object.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Whose {
    Nobodys,
    Own,
    Foreign,
}

/// An expected response.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Answers {
    pub status: u16,
    /// Code of the problem, if known.
    pub code: Option<&'static str>,
    /// The reported number of affected objects, if any.
    pub count: Option<i64>,
}

pub enum Body {
    /// Generated from the operation's schema, if it has one.
    Generated,
    /// Made from the id of the object.
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
    /// Whether the object is only for its owner.
    is_private: bool,
    foreign: Answers,
    pub lists: bool,
    /// Whether it reports the number of affected objects.
    pub counts: bool,
    pub body: Body,
    places: Vec<(&'static str, &'static str)>,
    exceptions: Vec<(Role, u16)>,
    /// The required scope of a key; `None` if keys are refused. Empty if any key is allowed.
    pub scope: Option<&'static str>,
}

/// Everyone, including guests; the response has this status.
pub fn public(operation: &'static str, status: u16) -> Entry {
    entry(Who::Public, operation, status)
}

/// Every signed-in user, verified or not.
pub fn signed_in(operation: &'static str, status: u16) -> Entry {
    entry(Who::SignedIn, operation, status)
}

/// Every verified user.
pub fn users(operation: &'static str, status: u16) -> Entry {
    entry(Who::Users, operation, status)
}

/// Administrators, of both kinds.
pub fn admins(operation: &'static str, status: u16) -> Entry {
    entry(Who::Admins, operation, status)
}

/// Super-administrators only.
pub fn super_admins(operation: &'static str, status: u16) -> Entry {
    entry(Who::SuperAdmins, operation, status)
}

/// Keys only, with any scopes.
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
    /// `{id}`, or the body, names such an object, and only its owner may access it: for others it does not exist.
    pub fn own(mut self, thing: Thing) -> Self {
        (self.thing, self.is_private) = (Some(thing), true);
        self
    }

    /// The same for any owner.
    pub fn any(mut self, thing: Thing) -> Self {
        (self.thing, self.is_private) = (Some(thing), false);
        self
    }

    /// The response lists such objects, only one's own.
    pub fn lists(mut self, thing: Thing) -> Self {
        self.lists = true;
        self.own(thing)
    }

    /// The response lists such objects of all owners.
    pub fn lists_all(mut self, thing: Thing) -> Self {
        self.lists = true;
        self.any(thing)
    }

    /// The body names such objects, and the response contains the number of affected ones, only one's own.
    pub fn counts(mut self, thing: Thing) -> Self {
        self.counts = true;
        self.foreign = Answers { status: self.status, code: None, count: Some(0) };
        self.own(thing)
    }

    /// Response for foreign objects, instead of "not found".
    pub fn foreign(mut self, status: u16, code: &'static str) -> Self {
        self.foreign = Answers { status, code: Some(code), count: None };
        self
    }

    /// One role gets another status for its own objects.
    pub fn but(mut self, role: Role, status: u16) -> Self {
        self.exceptions.push((role, status));
        self
    }

    /// Keys with this scope are allowed too, for their account.
    pub fn key(mut self, scope: &'static str) -> Self {
        self.scope = Some(scope);
        self
    }

    /// The value of another path parameter.
    pub fn at(mut self, place: &'static str, value: &'static str) -> Self {
        self.places.push((place, value));
        self
    }

    /// The body, from the id of the object.
    pub fn json(mut self, body: fn(&str) -> Value) -> Self {
        self.body = Body::Json(body);
        self
    }

    pub fn bytes(mut self, kind: &'static str, bytes: &'static [u8]) -> Self {
        self.body = Body::Bytes(kind, bytes);
        self
    }

    /// The expected response of the operation.
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
            (Who::Public, _) => None,
            (Who::Keys, _) | (_, Role::Guest) => refused(401, "auth.unauthenticated"),
            (Who::SignedIn, _) => None,
            (_, Role::Unverified) => refused(403, "auth.email-unverified"),
            (Who::Admins | Who::SuperAdmins, Role::User) | (Who::SuperAdmins, Role::Admin) => {
                refused(403, "auth.forbidden")
            }
            _ => None,
        }
    }

    /// The expected response for a key with this scope; `None` if it is treated as a guest.
    pub fn answers_key(&self, has: &str, whose: Whose) -> Option<Answers> {
        let refused = |code| Some(Answers { status: 403, code: Some(code), count: None });
        match (self.who, self.scope) {
            (Who::Public, _) => None,
            (_, None) => refused("keys.not-here"),
            (Who::Keys, Some(_)) => Some(Answers { status: self.status, code: None, count: None }),
            (_, Some(scope)) if scope != has => refused("keys.scope-missing"),
            _ => Some(self.answers(Role::User, whose)),
        }
    }

    /// Whether this role uses up a foreign object.
    pub fn is_used_up(&self, role: Role) -> bool {
        !self.is_private && self.refusal(role).is_none() && !self.operation.starts_with("GET ")
    }

    /// Whether foreign objects are reported as missing.
    pub fn is_hidden(&self) -> bool {
        self.is_private && (self.lists || self.foreign.status == 404)
    }

    /// Method and path, with the id of the object.
    pub fn address(&self, id: &str) -> (Method, String) {
        let (method, path) = self.operation.split_once(' ').expect("METHOD /path");
        let path = self
            .places
            .iter()
            .fold(path.to_owned(), |path, (name, value)| path.replace(&format!("{{{name}}}"), value));
        let path = path.replace("{id}", id);
        // There are also the objects of concurrent tests.
        let path = if self.lists { format!("{path}?per_page=100") } else { path };
        assert!(!path.contains('{'), "{}: say what stands in {path}", self.operation);
        (method.parse().expect("a method"), path)
    }
}
