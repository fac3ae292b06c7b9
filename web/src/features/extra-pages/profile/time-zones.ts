/** Names of the time zones that this browser knows, with the present one even where it is not among them. */
export function timeZones(present: string): string[] {
  const known = Intl.supportedValuesOf('timeZone');
  return [...new Set(['UTC', ...known, present])].filter((name) => name !== '').toSorted();
}

/** That of this browser, taken where a person has chosen none. */
export const browserZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
