//! Validation messages in the reader's language.

use std::borrow::Cow;
use std::fmt::Display;

use garde::i18n::{I18n, InvalidCreditCard, InvalidEmail, InvalidPhoneNumber, InvalidUrl, IpKind};

use crate::locale::{Locale, Params};

/// garde's messages, taken from `locales/`.
pub(crate) struct Rules {
    pub locale: Locale,
    /// Lengths count the entries of a list, not the characters of a text.
    pub is_list: bool,
}

impl Rules {
    fn say(&self, key: &str) -> Cow<'static, str> {
        self.locale.say(key, &Params::new()).into()
    }

    fn say_number(&self, key: &str, name: &str, number: impl Display) -> Cow<'static, str> {
        let text = number.to_string();
        let value = text.parse::<i64>().map_or_else(|_| text.clone().into(), Into::into);
        self.locale.say(key, &Params::from_iter([(name.to_owned(), value)])).into()
    }
}

impl I18n for Rules {
    fn length_lower_than(&self, min: usize) -> Cow<'static, str> {
        // With a minimum of one the message is "required" and not a length.
        if min == 1 {
            return self.say("validation.required");
        }
        let key = if self.is_list { "validation.too-few" } else { "validation.too-short" };
        self.say_number(key, "min", min)
    }
    fn length_greater_than(&self, max: usize) -> Cow<'static, str> {
        let key = if self.is_list { "validation.too-many" } else { "validation.too-long" };
        self.say_number(key, "max", max)
    }
    fn range_lower_than(&self, min: &dyn Display) -> Cow<'static, str> {
        self.say_number("validation.at-least", "min", min)
    }
    fn range_greater_than(&self, max: &dyn Display) -> Cow<'static, str> {
        self.say_number("validation.at-most", "max", max)
    }
    fn email_invalid(&self, _: InvalidEmail) -> Cow<'static, str> {
        self.say("validation.email")
    }
    fn url_invalid(&self, _: InvalidUrl) -> Cow<'static, str> {
        self.say("validation.url")
    }
    fn matches_field_mismatch(&self, _: &dyn Display) -> Cow<'static, str> {
        self.say("validation.not-the-same")
    }
    fn required_not_set(&self) -> Cow<'static, str> {
        self.say("validation.required")
    }
    fn credit_card_invalid(&self, _: InvalidCreditCard) -> Cow<'static, str> {
        self.say("validation.wrong-format")
    }
    fn pattern_no_match(&self, _: &dyn Display) -> Cow<'static, str> {
        self.say("validation.wrong-format")
    }
    fn contains_missing(&self, _: &dyn Display) -> Cow<'static, str> {
        self.say("validation.wrong-format")
    }
    fn prefix_missing(&self, _: &dyn Display) -> Cow<'static, str> {
        self.say("validation.wrong-format")
    }
    fn suffix_missing(&self, _: &dyn Display) -> Cow<'static, str> {
        self.say("validation.wrong-format")
    }
    fn phone_number_invalid(&self, _: InvalidPhoneNumber) -> Cow<'static, str> {
        self.say("validation.wrong-format")
    }
    fn ip_invalid(&self, _: IpKind) -> Cow<'static, str> {
        self.say("validation.wrong-format")
    }
    fn ascii_invalid(&self) -> Cow<'static, str> {
        self.say("validation.wrong-format")
    }
    fn alphanumeric_invalid(&self) -> Cow<'static, str> {
        self.say("validation.wrong-format")
    }
}
