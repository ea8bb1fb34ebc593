/** The pages of the blog's desk in one chunk. */
export { default as AuthorsPage } from "./authors-page";
export { default as PostPage } from "./post-page";
export { postQuery } from "./posts";
export { default as PostsPage } from "./posts-page";
