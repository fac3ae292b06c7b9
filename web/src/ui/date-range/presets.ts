/** The first and the last day, both included, `YYYY-MM-DD`. */
export type DayRange = [string, string];

const DAY_MS = 86_400_000;
const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** The most common ranges, by name, relative to `today` (`YYYY-MM-DD`); weeks begin on Monday. */
export function rangePresets(today: string): { name: string; range: DayRange }[] {
  const now = Date.parse(`${today}T00:00:00Z`);
  const date = new Date(now);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth();
  const sinceMonday = (date.getUTCDay() + 6) % 7;
  return [
    { name: 'today', range: [today, today] },
    { name: 'yesterday', range: [day(now - DAY_MS), day(now - DAY_MS)] },
    { name: 'this-week', range: [day(now - sinceMonday * DAY_MS), today] },
    { name: 'last-7', range: [day(now - 6 * DAY_MS), today] },
    { name: 'this-month', range: [day(Date.UTC(year, month, 1)), today] },
    { name: 'last-month', range: [day(Date.UTC(year, month - 1, 1)), day(Date.UTC(year, month, 0))] },
  ];
}
