/** Names of the time zones that this browser knows, with the present one even where it is not among them. */
export function timeZones(present: string): string[] {
  const known = Intl.supportedValuesOf('timeZone');
  return [...new Set(['UTC', ...known, present])].filter((name) => name !== '').toSorted();
}
