/** Names of the time zones that this browser knows, with the present one even where it is not among them. */
export function timeZones(present: string): string[] {
  const names = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), present]);
  return [...names].filter((name) => name !== '').toSorted();
}
