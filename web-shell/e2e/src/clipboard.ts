import type { BrowserContext, Locator, Page } from "@playwright/test";

type Copied = { text: string; html: string };

declare global {
  interface Window {
    /** What the page copied last. */
    copied?: Copied;
  }
}

/**
 * Notes what a page copies, besides copying it: all browsers of a machine have one clipboard, and tests that run at the
 * same time would read each other's texts.
 */
export const noteCopies = (context: BrowserContext) =>
  context.addInitScript(() => {
    // Only secure pages have a clipboard.
    if (typeof Clipboard === "undefined") return;
    const { write, writeText } = Clipboard.prototype;
    Clipboard.prototype.writeText = async function (text) {
      await writeText.call(this, text);
      window.copied = { text, html: "" };
    };
    Clipboard.prototype.write = async function (items) {
      await write.call(this, items);
      const item = [...items][0];
      const part = async (type: string) =>
        item?.types.includes(type) ? (await item.getType(type)).text() : "";
      window.copied = { text: await part("text/plain"), html: await part("text/html") };
    };
    // The page's own listener has filled the event.
    window.addEventListener("copy", ({ clipboardData }) => {
      const part = (type: string) => clipboardData?.getData(type) ?? "";
      window.copied = { text: part("text/plain"), html: part("text/html") };
    });
  });

const copied = (page: Page) => page.evaluate(() => window.copied);

/** The text that the page copied last; empty if it has copied nothing. */
export const copiedText = async (page: Page) => (await copied(page))?.text ?? "";

/** The same with its formatting, if it has any. */
export const copiedHtml = async (page: Page) => (await copied(page))?.html ?? "";

/** The next copy may have the same text. */
export const forgetCopy = (page: Page) =>
  page.evaluate(() => {
    window.copied = undefined;
  });

/** Pastes a text into a field, as the keys do. */
export const paste = (field: Locator, text: string) =>
  field.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
