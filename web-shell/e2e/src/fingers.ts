import type { Page } from "@playwright/test";

/** The smallest side of a control on a phone, in pixels. */
const FINGER = 40;

/** The controls in the content of the page that are smaller than a finger, links inside a text excepted. */
export const smallControls = (page: Page) =>
  page.locator("main").evaluate((main, finger) => {
    const controls = main.querySelectorAll(
      "button, input:not([type=checkbox]), textarea, select, [role=tab], [role=textbox], a",
    );
    const isInline = (element: Element) => getComputedStyle(element).display === "inline";
    return [...controls]
      .filter(
        (element) => element.checkVisibility() && !isInline(element) && !element.closest(".sw-previewed"),
      )
      .filter((element) => !element.closest(".mantine-Pill-root, .mantine-PillsInputField-field"))
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && (box.height < finger - 0.5 || box.width < finger - 0.5))
      .map(({ element, box }) => `${element.tagName} ${element.textContent} ${box.width}x${box.height}`);
  }, FINGER);
