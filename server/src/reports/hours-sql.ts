/** Hours of the day by which rows are chosen. */
export interface ReportHours {
  from: string;
  to: string;
  /** Rows of which any part lies in the hours; else those that began in them. */
  underWay: boolean;
}

/** Parses `22:00-05:00`, with a `+` at its end for rows under way in these hours; null for anything else. */
export function hoursIn(value: string | number | undefined): ReportHours | null {
  const found = /^((?:[01]\d|2[0-3]):[0-5]\d)-((?:[01]\d|2[0-3]):[0-5]\d)(\+?)$/.exec(String(value ?? ''));
  return found?.[1] !== undefined && found[2] !== undefined
    ? { from: found[1], to: found[2], underWay: found[3] === '+' }
    : null;
}

/**
 * SQL of whether a moment lies in hours of the day, by the local time of a zone: `from` is in them, `to` is not. Where
 * the end is not after the beginning they go over midnight, and from one time to the same they are the whole day.
 * @param moment SQL of when a row began
 * @param until SQL of when it ended, or of now where it goes on: counts for hours of what was under way
 */
export function inHours(
  moment: string,
  until: string,
  hours: ReportHours,
  { bind, zone }: { bind: (name: string, value: string) => string; zone: string },
): string {
  const [from, to] = [bind('hoursFrom', hours.from), bind('hoursTo', hours.to)];
  const local = (instant: string) => `(${instant} AT TIME ZONE ${zone})`;
  const began = local(moment);
  const joined = hours.from < hours.to ? 'AND' : 'OR';
  const inside = `(${began}::time >= ${from} ${joined} ${began}::time < ${to})`;
  if (!hours.underWay) return inside;
  // What began outside of the hours reaches into them where they begin once more before it ends.
  const nextBegin = `${began}::date + ${from} + CASE WHEN ${began}::time > ${from} THEN interval '1 day' ELSE interval '0' END`;
  return `(${inside} OR ${nextBegin} < ${local(until)})`;
}
