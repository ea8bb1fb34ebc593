//! Full-text search: words are folded and split here; the database only stores and finds them.
//!
//! Folding makes `łódź`, `Lodz` and `ŁÓDŹ` equal. Stemming is simple: a longer word is searched without its last
//! vowels and with any ending, so that `łodzi` finds `Łódź` and `rower` finds `rowery`.

use std::fmt::Write as _;

use crate::platform::db::Either;
use crate::platform::fold::words;
use crate::platform::prelude::*;

/// Most words of a search.
const MOST_WORDS: usize = 16;
/// Characters of a word that are indexed; longer ones are URLs and codes.
const WORD_CHARS: usize = 64;
/// Bytes of the distinct words of one document: half of PostgreSQL's limit.
const INDEX_BYTES: usize = 400_000;
/// Shorter words are searched exactly, unless the user is still typing.
const STEM_CHARS: usize = 4;
/// Texts up to this many bytes are split on the calling thread, in less than a millisecond.
const SHORT_BYTES: usize = 16 * 1024;
/// Documents that are indexed per transaction, so that other writers do not wait long.
const BATCH: i64 = 50;

/// A parsed search.
#[derive(Debug)]
pub(super) struct Wanted(Vec<Term>);

#[derive(Debug, PartialEq)]
struct Term {
    stem: String,
    /// Only the exact word.
    exact: bool,
}

impl Wanted {
    /// Parses a typed search. `None` if it is empty; symbols alone match nothing.
    pub(super) fn of(typed: &str) -> Option<Self> {
        if typed.trim().is_empty() {
            return None;
        }
        let words: Vec<String> = words(typed).map(|(_, word)| cut(word)).take(MOST_WORDS).collect();
        let last = words.len().saturating_sub(1);
        let term = |(place, word): (usize, String)| Term {
            // The last word may be incomplete.
            exact: place < last && word.chars().count() < STEM_CHARS,
            stem: stem(word),
        };
        Some(Self(words.into_iter().enumerate().map(term).collect()))
    }

    /// Whether a folded word matches.
    pub(super) fn has(&self, word: &str) -> bool {
        self.0.iter().any(|term| if term.exact { word == term.stem } else { word.starts_with(&term.stem) })
    }

    /// The three index queries: documents with all words, titles with all of them, titles with any of them.
    pub(super) fn questions(&self, account: &str, is_sqlite: bool) -> [String; 3] {
        let owner = owner(account);
        if self.0.is_empty() {
            // A term that matches no owner.
            let none = if is_sqlite { "owner : nobody" } else { "'@nobody'" };
            return [none, none, none].map(str::to_owned);
        }
        if is_sqlite {
            let (all, any) = (self.join(" AND ", lite), self.join(" OR ", lite));
            let own = |what: String| format!("owner : \"{owner}\" AND {what}");
            [
                own(format!("{{title text}} : ({all})")),
                own(format!("title : ({all})")),
                own(format!("title : ({any})")),
            ]
        } else {
            let (all, any) = (self.join(" & ", pg), self.join(" | ", pg));
            [format!("'{owner}' & {all}"), all, any]
        }
    }

    fn join(&self, with: &str, write: fn(&Term) -> String) -> String {
        self.0.iter().map(write).collect::<Vec<_>>().join(with)
    }
}

/// Terms contain only letters and digits, so they cannot end the quotes.
fn lite(term: &Term) -> String {
    format!("\"{}\"{}", term.stem, if term.exact { "" } else { "*" })
}

fn pg(term: &Term) -> String {
    format!("'{}'{}", term.stem, if term.exact { "" } else { ":*" })
}

fn cut(word: String) -> String {
    match word.char_indices().nth(WORD_CHARS) {
        Some((end, _)) => word[..end].to_owned(),
        None => word,
    }
}

/// Removes up to two trailing vowels, if enough of the word is left.
fn stem(mut word: String) -> String {
    for _ in 0..2 {
        if word.ends_with(['a', 'e', 'i', 'o', 'u', 'y']) && word.chars().count() > STEM_CHARS {
            word.pop();
        }
    }
    word
}

/// The account as an index term. `@` is in no word of a text, so it cannot be searched for.
fn owner(account: &str) -> String {
    format!("@{}", account.replace('-', ""))
}

/// The condition that a document `d` matches, and its rank: 2 if the title has all words, 1 if it has some. The
/// placeholders are those of the three queries.
pub(super) fn conditions(first: usize) -> (Either<String>, Either<String>) {
    let (all, title, some) = (first, first + 1, first + 2);
    let lite = |place: usize| {
        format!(
            "(d.id IN (SELECT document_id FROM indexed_documents WHERE number IN
                 (SELECT rowid FROM document_words WHERE document_words MATCH ${place})))"
        )
    };
    // Few documents are ranked, so titles need no separate index.
    let pg = |place: usize| {
        format!(
            "EXISTS (SELECT 1 FROM indexed_documents i WHERE i.document_id = d.id AND i.title @@ CAST(${place} AS TSQUERY))"
        )
    };
    let found = Either {
        lite: lite(all),
        pg: format!(
            "d.id IN (SELECT document_id FROM indexed_documents WHERE whole @@ CAST(${all} AS TSQUERY))"
        ),
    };
    let rank = Either {
        lite: format!("{} + {}", lite(title), lite(some)),
        pg: format!("CAST({} AS INTEGER) + CAST({} AS INTEGER)", pg(title), pg(some)),
    };
    (found, rank)
}

/// The distinct words of these texts, separated by blanks.
fn index_words(texts: &[&str]) -> String {
    let mut seen = HashSet::new();
    let mut index = String::new();
    for (_, word) in texts.iter().flat_map(|text| words(text)) {
        let word = cut(word);
        if index.len() + word.len() > INDEX_BYTES {
            break;
        }
        if !seen.contains(&word) {
            let _ = write!(index, "{}{word}", if index.is_empty() { "" } else { " " });
            seen.insert(word);
        }
    }
    index
}

/// The statements that index a document with its owner and its words. SQLite runs both as one.
const INDEX: Either = Either {
    lite: "INSERT INTO indexed_documents (document_id) VALUES ($1) ON CONFLICT DO NOTHING;
        INSERT OR REPLACE INTO document_words (rowid, owner, title, text)
        SELECT number, $2, $3, $4 FROM indexed_documents WHERE document_id = $1",
    pg: "INSERT INTO indexed_documents (document_id, title, whole) VALUES ($1, array_to_tsvector(string_to_array($3, ' ')),
            array_to_tsvector(string_to_array(concat_ws(' ', $2, NULLIF($3, ''), NULLIF($4, '')), ' ')))
        ON CONFLICT (document_id) DO UPDATE SET title = excluded.title, whole = excluded.whole",
};

/// The words of a text for the index, computed on a blocking thread: the longest text takes some tens of
/// milliseconds.
async fn index_words_of(text: &str) -> Result<String> {
    if text.len() < SHORT_BYTES {
        return Ok(index_words(&[text]));
    }
    let text = text.to_owned();
    blocking(move || index_words(&[&text])).await.map_err(Problem::internal)
}

/// Indexes the current state of a document.
pub(super) async fn index(
    account: &str,
    document: String,
    title: &str,
    text: &str,
) -> Result<db::Query<'static>> {
    let (title, text) = (index_words(&[title]), index_words_of(text).await?);
    Ok(db::query(INDEX).binds((document, owner(account), title, text)))
}

#[derive(sqlx::FromRow)]
struct Unindexed {
    id: String,
    account_id: String,
    title: String,
    text: String,
}

/// Indexes documents from before the index existed, or from an older server on the same database. Resumes after an
/// interruption.
pub async fn index_missing(app: &App) -> Result<()> {
    while !app.stop.is_cancelled() {
        let mut tx = app.db.write().await?;
        let missing: Vec<Unindexed> = db::query_as(
            "SELECT d.id, d.account_id, d.title, d.text FROM documents d
             LEFT JOIN indexed_documents i ON i.document_id = d.id WHERE i.document_id IS NULL ORDER BY d.id LIMIT $1",
        )
        .bind(BATCH)
        .fetch_all(&mut *tx)
        .await?;
        if missing.is_empty() {
            return Ok(());
        }
        for Unindexed { id, account_id, title, text } in &missing {
            index(account_id, id.clone(), title, text).await?.run(&mut *tx).await?;
            db::query("UPDATE documents SET folded = $2 WHERE id = $1")
                .binds((id, fold(title)))
                .execute(&mut *tx)
                .await?;
        }
        tx.commit().await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_are_ignored() {
        let stems = |typed: &str| {
            let Wanted(terms) = Wanted::of(typed).expect("words");
            terms.into_iter().map(|term| lite(&term)).collect::<Vec<_>>()
        };
        assert_eq!(stems("Łodzi w książki"), ["\"lodz\"*", "\"w\"", "\"ksiazk\"*"]);
        assert_eq!(stems("rowery a"), ["\"rower\"*", "\"a\"*"]);
        assert_eq!(stems("\"OR\" AND* 'x"), ["\"or\"", "\"and\"", "\"x\"*"]);
        assert!(Wanted::of(" \n").is_none());
        assert!(stems("!? 🙂").is_empty());
    }

    #[test]
    fn a_text_is_indexed_word_by_word() {
        assert_eq!(index_words(&["Żółw, żółw! ŻÓŁWIE", "zolw 7:00"]), "zolw zolwie 7 00");
        assert!(index_words(&[&"x".repeat(100)]).len() == WORD_CHARS);
    }
}
