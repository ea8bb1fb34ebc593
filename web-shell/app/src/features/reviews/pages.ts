/** The pages of reviewers in one chunk. */
export { default as ReviewPage } from "./review-page";
export { reviewQuery } from "./reviews";
export { default as ReviewsPage } from "./reviews-page";
