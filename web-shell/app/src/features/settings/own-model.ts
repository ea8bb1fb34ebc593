import { type Answer, apiQuery } from "../../api/client";

export const ownModelQuery = apiQuery("/api/user/model", {});

export type OwnModel = NonNullable<Answer<"/api/user/model">["model"]>;
