import type { ApiProblem } from "@sitewright/sdk/shell";
import { lazy } from "react";
import { type Answer, api, quietly, unwrap, withId } from "../api/client";

export type SitePicture = Answer<"/api/admin/pictures">["data"][number];
export type ChosenPicture = Pick<SitePicture, "id" | "width" | "height">;

/** What the server accepts. */
export const PICTURE_KINDS = "image/jpeg,image/png,image/webp";

/** The address of a picture in a text; the server chooses the size. */
export const pictureAddress = (id: string) => `/pictures/${id}`;

/** Uploads a picture of the public site. The caller shows errors. */
export const uploadPicture = (file: File): Promise<ChosenPicture> =>
  unwrap(
    api.POST("/api/admin/pictures", {
      // The body is the picture and not JSON.
      body: file as unknown as undefined,
      bodySerializer: (body) => body as unknown as string,
      headers: { ...quietly, "Content-Type": file.type || "application/octet-stream" },
    }),
  );

export const deletePicture = (id: string) => unwrap(api.DELETE("/api/admin/pictures/{id}", withId(id)));

/** What is wrong with a picture, in the user's language. */
export const problemOf = ({ errors, message }: ApiProblem) => Object.values(errors)[0]?.[0] ?? message;

/** Uploads a picture or chooses an earlier one; loaded when it opens. */
export const PictureDialog = lazy(() => import("./picture-dialog"));
