const iso = (ms: number) => new Date(ms).toISOString();

/** The way to the history of a vehicle over a span, at a moment of it; all epoch milliseconds. */
export const historyPath = (vehicleId: number, { from, to, at }: { from: number; to: number; at: number }): string =>
  `/history?vehicle=${vehicleId}&from=${iso(from)}&to=${iso(to)}&at=${iso(at)}`;

/** Around what is shown, so that how it began and ended is seen. */
const AROUND_MS = 10 * 60_000;

/** The way to the history of a fact; of one that goes on until `now`. */
export function factPath(fact: { vehicleId: number; start: string; end: string | null }, now: number): string {
  const start = Date.parse(fact.start);
  const end = fact.end === null ? now : Date.parse(fact.end);
  return historyPath(fact.vehicleId, { from: start - AROUND_MS, to: Math.min(now, end + AROUND_MS), at: start });
}
