import { measure, type Unit } from "./units";

/** The weight of a limit: style, a platform's rule according to third parties, or a text that the platform rejects. */
export type Level = "recommended" | "platform" | "hard";

/** A range in one unit. */
export interface Limit {
  readonly unit: Unit;
  readonly min?: number;
  readonly max?: number;
  readonly level: Level;
}

/** The weight of a violation when two answers are compared: one of a level outweighs many below it. */
const PENALTIES: Record<Level, number> = { recommended: 1, platform: 20, hard: 400 };

export function max(unit: Unit, most: number, level: Level): Limit {
  return { unit, max: most, level };
}

export function between(unit: Unit, least: number, most: number, level: Level): Limit {
  return { unit, min: least, max: most, level };
}

/** The distance of a value to the range; 0 inside. */
export function distance(limit: Limit, value: number): number {
  return Math.max(0, (limit.min ?? 0) - value, value - (limit.max ?? value));
}

export function penalty(limit: Limit, value: number): number {
  return PENALTIES[limit.level] * 1000 + Math.min(distance(limit, value), 999);
}

export function measured(limit: Limit, text: string): number {
  return measure(limit.unit, text);
}
