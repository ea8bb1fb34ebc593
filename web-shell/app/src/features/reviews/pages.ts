/** The pages of the reviewers, which come together. */
export { default as ReviewPage } from "./review-page";
export { reviewQuery } from "./reviews";
export { default as ReviewsPage } from "./reviews-page";
