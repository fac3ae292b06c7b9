/** Hours of the day that select rows. */
export interface ReportHours {
  from: string;
  to: string;
  /** True for rows of which any part lies in the hours; false for those that began in them. */
  underWay: boolean;
}

/** Parses `22:00-05:00`, with a `+` at the end for rows under way in these hours; null for anything else. */
export function parseReportHours(value: string | number | undefined): ReportHours | null {
  const found = /^((?:[01]\d|2[0-3]):[0-5]\d)-((?:[01]\d|2[0-3]):[0-5]\d)(\+?)$/.exec(String(value ?? ''));
  return found?.[1] !== undefined && found[2] !== undefined
    ? { from: found[1], to: found[2], underWay: found[3] === '+' }
    : null;
}

/**
 * SQL for whether a moment lies in hours of the day, in the local time of a zone: `from` is included, `to` is not. If
 * the end is not after the beginning, they extend over midnight; if both are equal, they are the whole day.
 * @param moment SQL for the beginning of a row
 * @param until SQL for its end, or now when it is still open; used for rows under way
 */
export function withinHoursSql(
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
  // A row that began outside of the hours overlaps them when they begin once more before its end.
  const nextBegin = `${began}::date + ${from} + CASE WHEN ${began}::time > ${from} THEN interval '1 day' ELSE interval '0' END`;
  return `(${inside} OR ${nextBegin} < ${local(until)})`;
}
