/** The pages of the reviewers, which come together. */
export { default as ReviewPage } from "./review-page";
export { loadReview } from "./reviews";
export { default as ReviewsPage } from "./reviews-page";
