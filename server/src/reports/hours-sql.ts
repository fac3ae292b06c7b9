/** From one time of day up to another; null for what is none. */
export function hoursIn(value: string | number | undefined): { from: string; to: string } | null {
  const found = /^((?:[01]\d|2[0-3]):[0-5]\d)-((?:[01]\d|2[0-3]):[0-5]\d)$/.exec(String(value ?? ''));
  return found?.[1] !== undefined && found[2] !== undefined ? { from: found[1], to: found[2] } : null;
}

/**
 * SQL of whether a moment lies in hours of the day, by the clock on the wall of a zone: `from` is in them, `to` is not. Where
 * the end is not after the beginning they go over midnight, and from one time to the same they are the whole day.
 */
export function inHours(
  moment: string,
  hours: { from: string; to: string },
  { bind, zone }: { bind: (name: string, value: string) => string; zone: string },
): string {
  const clock = `(${moment} AT TIME ZONE ${zone})::time`;
  const joined = hours.from < hours.to ? 'AND' : 'OR';
  return `(${clock} >= ${bind('hoursFrom', hours.from)} ${joined} ${clock} < ${bind('hoursTo', hours.to)})`;
}
