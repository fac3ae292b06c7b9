/** The names of the time zones that this browser supports, always including the present one. */
export function timeZones(present: string): string[] {
  const names = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), present]);
  return [...names].filter((name) => name !== '').toSorted();
}
