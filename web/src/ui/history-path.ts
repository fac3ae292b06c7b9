const iso = (ms: number) => new Date(ms).toISOString();

/** The path of the history of a vehicle over a span, at a moment of it; all epoch milliseconds. */
export const historyPath = (vehicleId: number, { from, to, at }: { from: number; to: number; at: number }): string =>
  `/history?vehicle=${vehicleId}&from=${iso(from)}&to=${iso(to)}&at=${iso(at)}`;

/** A margin around the fact, so that its begin and end are visible. */
const AROUND_MS = 10 * 60_000;

/** The path of the history of a fact; an ongoing one ends at `now`. */
export function factPath(fact: { vehicleId: number; start: string; end: string | null }, now: number): string {
  const start = Date.parse(fact.start);
  const end = fact.end === null ? now : Date.parse(fact.end);
  return historyPath(fact.vehicleId, { from: start - AROUND_MS, to: Math.min(now, end + AROUND_MS), at: start });
}
