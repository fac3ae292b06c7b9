/** Two-digit years below this are of the present century, roughly as in spreadsheets. */
const NEXT_CENTURY = 70;

/** Formats a day as `YYYY-MM-DD` from a year with two or four digits; null if the calendar has no such day. */
export function writtenDay(year: string, month: number, day: number): string | null {
  if (!/^(?:\d{2}|\d{4})$/.test(year)) return null;
  const number = Number(year);
  const full = year.length === 4 ? number : number + (number < NEXT_CENTURY ? 2000 : 1900);
  const date = new Date(Date.UTC(full, month - 1, day));
  const isReal = date.getUTCFullYear() === full && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date.toISOString().slice(0, 10) : null;
}
