import type { TFunction } from 'i18next';

/** How far a zone's clock is from UTC at a moment: "UTC", "UTC+5:30", "UTC−3". */
export function offsetText(zone: string, at: number): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(at);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  return name.replace(/GMT(\+0$)?/, 'UTC').replace('-', '−');
}

/** A zone for people: its name and how far it is from UTC now, "America/Montevideo (UTC−3)". */
export function zoneText(zone: string, now: number = Date.now()): string {
  return zone === 'UTC' ? 'UTC' : `${zone} (${offsetText(zone, now)})`;
}

/** The one name of a zone that has several, as Asia/Calcutta and Asia/Kolkata. */
const canonical = (zone: string) => new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;

/** In which zone moments are written, and at whose midnight days begin where that is another. */
export function zonesText(
  t: TFunction,
  { timeZone, dayZone }: { timeZone: string; dayZone: string },
  now: number = Date.now(),
): string {
  const [times, days] = [timeZone, dayZone].map((zone) => zoneText(zone, now));
  return canonical(timeZone) === canonical(dayZone)
    ? t('app.times-in', { times })
    : t('app.times-and-days-in', { times, days });
}
