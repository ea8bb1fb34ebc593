// Rules of the site audit.

import { pack, pageRule, siteRule } from "@sitewright/plugin-sdk/rules";
import imagesMissing from "../checks/images-missing.toml";
import imagesWithoutAlt from "../checks/images-without-alt.toml";
import en from "../texts/en.toml";
import pl from "../texts/pl.toml";

/** What refers to an address, by the column `kind`. */
const IMAGE = 3;

export default pack({
  texts: { en, pl },
  category: "images",
  // The tables of a page that the rules read. One that is not listed is empty.
  tables: ["images", "resources"],
  rules: [
    pageRule(imagesWithoutAlt, (page, settings, report) => {
      const missing = page.images.filter((image) => image.alt === undefined && !image.decorative);
      const [first] = missing;
      if (page.isDocument && first && missing.length > settings.count("most")) {
        report.found().number("count", missing.length).url("image", first.src).evidences(missing);
      }
    }),

    siteRule(imagesMissing, (site, _settings, report) => {
      let last: number | undefined;
      for (const image of site.references().is("kind", IMAGE).within("status", 400, 599)) {
        // The images of a page follow one another, and a rule reports a page once.
        if (image.source !== last) {
          report.page(image.source).number("status", image.status).reference(image);
        }
        last = image.source;
      }
    }),
  ],
});
