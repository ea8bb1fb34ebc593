//! The mutations of a fake Shopify. What is wrong with a value is in `userErrors`, with status 200.

use super::{Failure, Inner, LOCALES, digest, gid, media, place, texts};
use crate::prelude::*;
use crate::util::shops::shopify::query::Field;
use crate::util::shops::{Write, html, merge};

/// A field and a message, or the code of a message too.
fn user_error(field: &[&str], message: &str) -> Value {
    json!([{ "__typename": "UserError", "field": field, "message": message, "code": "INVALID" }])
}

const EVENTS: &[&str] = &[
    "PRODUCTS_CREATE",
    "PRODUCTS_UPDATE",
    "PRODUCTS_DELETE",
    "COLLECTIONS_UPDATE",
    "COLLECTIONS_DELETE",
    "APP_UNINSTALLED",
];

impl Inner {
    pub fn mutate(&mut self, field: &Field, writes: &mut Vec<Write>) -> Result<Value, Failure> {
        let argument = |name: &str| field.arguments.get(name).cloned().unwrap_or_default();
        let (scope, arguments): (&'static str, &[&str]) = match field.name.as_str() {
            "productUpdate" => ("write_products", &["product", "media"]),
            "collectionUpdate" => ("write_products", &["input"]),
            "productUpdateMedia" => ("write_products", &["productId", "media"]),
            "fileUpdate" => ("write_files", &["files"]),
            "translationsRegister" => ("write_translations", &["resourceId", "translations"]),
            "translationsRemove" => ("write_translations", &["resourceId", "translationKeys", "locales"]),
            "urlRedirectCreate" => ("write_online_store_navigation", &["urlRedirect"]),
            "urlRedirectDelete" => ("write_online_store_navigation", &["id"]),
            "webhookSubscriptionCreate" => ("read_products", &["topic", "webhookSubscription"]),
            "webhookSubscriptionDelete" => ("read_products", &["id"]),
            name => {
                return Err((format!("Field '{name}' doesn't exist on type 'Mutation'"), "undefinedField"));
            }
        };
        self.allow(scope, &field.name)?;
        if let Some(name) = field.arguments.keys().find(|name| !arguments.contains(&name.as_str())) {
            return Err((
                format!("Field '{}' doesn't accept argument '{name}'", field.name),
                "argumentNotAccepted",
            ));
        }
        match field.name.as_str() {
            "productUpdate" => self.update("products", "product", &argument("product"), writes),
            "collectionUpdate" => self.update("collections", "collection", &argument("input"), writes),
            "productUpdateMedia" => self.alts(&argument("media"), "media", "mediaUserErrors", writes),
            "fileUpdate" => self.alts(&argument("files"), "files", "userErrors", writes),
            "translationsRegister" => {
                self.register(&argument("resourceId"), &argument("translations"), writes)
            }
            "translationsRemove" => self.unregister(
                &argument("resourceId"),
                &argument("translationKeys"),
                &argument("locales"),
                writes,
            ),
            "urlRedirectCreate" => {
                let redirect = argument("urlRedirect");
                fits("UrlRedirectInput", &redirect, &["path", "target"])?;
                let taken = self.tables.all("redirects").any(|(_, one)| one["path"] == redirect["path"]);
                let errors = if taken {
                    user_error(&["urlRedirect", "path"], "Path has already been taken")
                } else {
                    json!([])
                };
                self.create("redirects", "urlRedirect", redirect, errors, writes)
            }
            "webhookSubscriptionCreate" => {
                let mut hook = argument("webhookSubscription");
                fits("WebhookSubscriptionInput", &hook, &["uri", "format", "includeFields", "filter"])?;
                if !EVENTS.iter().any(|event| argument("topic") == *event) {
                    return Err((
                        "Argument 'topic' has an invalid value".to_owned(),
                        "argumentLiteralsIncompatible",
                    ));
                }
                hook["topic"] = argument("topic");
                let is_url = hook["uri"].as_str().is_some_and(|uri| uri.starts_with("http"));
                let errors = if is_url {
                    json!([])
                } else {
                    user_error(&["webhookSubscription", "uri"], "Address is invalid")
                };
                self.create("webhooks", "webhookSubscription", hook, errors, writes)
            }
            "urlRedirectDelete" => {
                Ok(self.delete("redirects", "deletedUrlRedirectId", &argument("id"), writes))
            }
            _ => Ok(self.delete("webhooks", "deletedWebhookSubscriptionId", &argument("id"), writes)),
        }
    }

    /// `productUpdate` and `collectionUpdate`.
    fn update(
        &mut self,
        kind: &'static str,
        name: &str,
        input: &Value,
        writes: &mut Vec<Write>,
    ) -> Result<Value, Failure> {
        let mut known =
            vec!["id", "title", "descriptionHtml", "handle", "redirectNewHandle", "seo", "metafields"];
        if kind == "products" {
            known.extend(["vendor", "productType", "status", "tags"]);
        }
        fits(if kind == "products" { "ProductUpdateInput" } else { "CollectionInput" }, input, &known)?;
        fits("SEOInput", &input["seo"], &["title", "description"])?;
        let refuse = |field: &str, message: &str| {
            Ok(json!({ "__typename": "Payload", name: null, "userErrors": user_error(&[field], message) }))
        };
        let Some((_, id)) =
            place(&input["id"]).filter(|(found, id)| *found == kind && self.tables.get(kind, *id).is_some())
        else {
            return refuse("id", &format!("{} does not exist", super::type_of(kind)));
        };
        let mut patch = input.as_object().cloned().unwrap_or_default();
        let redirects = patch.remove("redirectNewHandle") == Some(json!(true));
        for field in ["id", "metafields"] {
            patch.remove(field);
        }
        if let Some(title) = patch.get_mut("title") {
            let text = html::plain(title.as_str().unwrap_or_default());
            if text.is_empty() {
                return refuse("title", "Title can't be blank");
            }
            if text.chars().count() > 255 {
                return refuse("title", "Title is too long (maximum is 255 characters)");
            }
            *title = json!(text);
        }
        if let Some(Value::String(text)) = patch.get_mut("descriptionHtml") {
            *text = html::SHOPIFY.clean(text);
        }
        // An empty text of search engines becomes null.
        for text in patch.get_mut("seo").and_then(Value::as_object_mut).into_iter().flat_map(Map::values_mut)
        {
            if text == "" {
                *text = Value::Null;
            }
        }
        let old = self.tables.get(kind, id).map(|object| object["handle"].clone()).unwrap_or_default();
        if let Some(handle) = patch.get("handle") {
            let text = handle.as_str().unwrap_or_default();
            if self.tables.all(kind).any(|(other, one)| other != id && one["handle"] == *handle) {
                return refuse(
                    "handle",
                    &format!("Handle '{text}' already in use. Please provide a new handle."),
                );
            }
            if redirects && *handle != old {
                let path = |handle: &Value| format!("/{kind}/{}", handle.as_str().unwrap_or_default());
                let redirect = json!({ "path": path(&old), "target": path(handle) });
                self.create("redirects", "urlRedirect", redirect, json!([]), writes)?;
            }
        }
        let object = self.tables.get_mut(kind, id).ok_or_else(|| (String::new(), "INTERNAL"))?;
        merge(&format!("{kind}/{id}"), "", object, &Value::Object(patch), writes);
        self.touch(kind, id);
        Ok(json!({ "__typename": "Payload", name: self.shown(kind, id), "userErrors": [] }))
    }

    /// Alternative texts of images.
    fn alts(
        &mut self,
        images: &Value,
        name: &str,
        errors: &str,
        writes: &mut Vec<Write>,
    ) -> Result<Value, Failure> {
        let images = images.as_array().cloned().unwrap_or_default();
        for image in &images {
            fits("FileUpdateInput", image, &["id", "alt"])?;
            let known =
                place(&image["id"]).is_some_and(|(kind, id)| kind == "images" && self.image(id).is_some());
            if !known {
                let id = image["id"].as_str().unwrap_or_default();
                let error = user_error(&[name, "id"], &format!("File id {id} does not exist"));
                return Ok(json!({ "__typename": "Payload", name: [], errors: error }));
            }
        }
        let mut changed = Vec::new();
        for image in &images {
            let Some((product, _)) = place(&image["id"]).and_then(|(_, id)| self.image(id)) else { continue };
            let Some((_, id)) = place(&image["id"]) else { continue };
            let object =
                self.tables.get_mut("products", product).ok_or_else(|| (String::new(), "INTERNAL"))?;
            let found = object["media"].as_array_mut().into_iter().flatten().find(|one| one["id"] == id);
            let Some(one) = found else { continue };
            let alt = json!({ "alt": image["alt"].as_str().unwrap_or_default() });
            merge(&format!("products/{product}"), &format!("media.{id}"), one, &alt, writes);
            changed.push(media(one));
            self.touch("products", product);
        }
        Ok(json!({ "__typename": "Payload", name: changed, errors: [] }))
    }

    fn register(
        &mut self,
        resource: &Value,
        sent: &Value,
        writes: &mut Vec<Write>,
    ) -> Result<Value, Failure> {
        let refuse = |field: &[&str], message: &str, code: &str| {
            let error = json!([{ "__typename": "TranslationUserError", "field": field, "message": message, "code": code }]);
            Ok(json!({ "__typename": "Payload", "translations": null, "userErrors": error }))
        };
        let found =
            place(resource).and_then(|(kind, id)| Some((kind, id, texts(self.tables.get(kind, id)?))));
        let Some((kind, id, now)) = found else {
            return refuse(&["resourceId"], "Resource does not exist", "RESOURCE_NOT_FOUND");
        };
        let mut patch = json!({});
        for (at, one) in sent.as_array().into_iter().flatten().enumerate() {
            fits("TranslationInput", one, &["locale", "key", "value", "translatableContentDigest"])?;
            let at = at.to_string();
            let (locale, key) =
                (one["locale"].as_str().unwrap_or_default(), one["key"].as_str().unwrap_or_default());
            if locale == LOCALES[0] || !LOCALES.contains(&locale) {
                return refuse(
                    &["translations", &at, "locale"],
                    "Locale is not valid for the shop",
                    "INVALID_LOCALE_FOR_SHOP",
                );
            }
            let Some(text) = now.get(key) else {
                return refuse(
                    &["translations", &at, "key"],
                    "Key is not a valid translatable field",
                    "INVALID_KEY_FOR_MODEL",
                );
            };
            if one["translatableContentDigest"] != digest(text) {
                return refuse(
                    &["translations", &at, "translatableContentDigest"],
                    "Translatable content hash is invalid",
                    "INVALID_TRANSLATABLE_CONTENT",
                );
            }
            let value = one["value"].as_str().unwrap_or_default();
            if value.is_empty() {
                return refuse(
                    &["translations", &at, "value"],
                    "Value can't be blank",
                    "FAILS_RESOURCE_VALIDATION",
                );
            }
            let value = if key == "body_html" { html::SHOPIFY.clean(value) } else { html::plain(value) };
            patch[locale][key] = json!({ "value": value, "digest": digest(text) });
        }
        let object = self.tables.get_mut(kind, id).ok_or_else(|| (String::new(), "INTERNAL"))?;
        merge(&format!("{kind}/{id}"), "", object, &json!({ "translations": patch }), writes);
        // The digest is not a field of the object.
        writes.retain(|write| !write.field.ends_with(".digest"));
        for write in &mut *writes {
            write.field = write.field.trim_end_matches(".value").to_owned();
        }
        self.touch(kind, id);
        let all = self.translatable(resource)["translations"].clone();
        Ok(json!({ "__typename": "Payload", "translations": all, "userErrors": [] }))
    }

    fn unregister(
        &mut self,
        resource: &Value,
        keys: &Value,
        locales: &Value,
        writes: &mut Vec<Write>,
    ) -> Result<Value, Failure> {
        let mut removed = Vec::new();
        if let Some((kind, id)) = place(resource)
            && let Some(object) = self.tables.get_mut(kind, id)
        {
            for locale in locales.as_array().into_iter().flatten().filter_map(Value::as_str) {
                let Some(Value::Object(fields)) = object["translations"].get_mut(locale) else { continue };
                for key in keys.as_array().into_iter().flatten().filter_map(Value::as_str) {
                    let Some(before) = fields.remove(key) else { continue };
                    removed.push(json!({ "__typename": "Translation", "locale": locale, "key": key,
                        "value": before["value"], "outdated": false }));
                    let field = format!("translations.{locale}.{key}");
                    writes.push(Write {
                        object: format!("{kind}/{id}"),
                        field,
                        before: before["value"].clone(),
                        after: Value::Null,
                    });
                }
            }
            if let Some(all) = object["translations"].as_object_mut() {
                all.retain(|_, fields| fields != &json!({}));
            }
        }
        Ok(json!({ "__typename": "Payload", "translations": removed, "userErrors": [] }))
    }

    fn create(
        &mut self,
        kind: &'static str,
        name: &str,
        mut object: Value,
        errors: Value,
        writes: &mut Vec<Write>,
    ) -> Result<Value, Failure> {
        if errors != json!([]) {
            return Ok(json!({ "__typename": "Payload", name: null, "userErrors": errors }));
        }
        let id = self.tables.next(kind);
        object["id"] = json!(id);
        writes.push(Write {
            object: format!("{kind}/{id}"),
            field: String::new(),
            before: Value::Null,
            after: object.clone(),
        });
        self.tables.insert(kind, id, object);
        Ok(json!({ "__typename": "Payload", name: self.shown(kind, id), "userErrors": [] }))
    }

    fn delete(&mut self, kind: &'static str, name: &str, id: &Value, writes: &mut Vec<Write>) -> Value {
        let number = place(id).filter(|(found, _)| *found == kind).map(|(_, id)| id);
        let removed = number.and_then(|number| Some((number, self.tables.remove(kind, number)?)));
        let Some((number, before)) = removed else {
            return json!({ "__typename": "Payload", name: null, "userErrors": user_error(&["id"],
                "Record does not exist") });
        };
        writes.push(Write {
            object: format!("{kind}/{number}"),
            field: String::new(),
            before,
            after: Value::Null,
        });
        json!({ "__typename": "Payload", name: gid(kind, number), "userErrors": [] })
    }
}

/// Refuses fields that an input does not have.
fn fits(name: &str, input: &Value, known: &[&str]) -> Result<(), Failure> {
    match input.as_object().and_then(|fields| fields.keys().find(|field| !known.contains(&field.as_str()))) {
        Some(field) => Err((format!("Field '{field}' is not defined on {name}"), "INVALID_VARIABLE")),
        None => Ok(()),
    }
}
