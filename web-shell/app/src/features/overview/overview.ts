import type { Answer } from "../../api/client";

export type Overview = Answer<"/api/admin/overview">;
export type Figures = Overview["now"];
export type Attention = Overview["attention"];

export const PERIODS = ["30", "90"] as const;

export const MEASURES = ["sign_ups", "active", "words", "cost_usd", "failed", "paid"] as const;
export type Measure = (typeof MEASURES)[number];
