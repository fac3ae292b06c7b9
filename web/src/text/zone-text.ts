import type { TFunction } from 'i18next';

/** The UTC offset of a zone at a moment: "UTC", "UTC+5:30", "UTC−3". */
export function offsetText(zone: string, at: number): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(at);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  return name.replace(/GMT(\+0$)?/, 'UTC').replace('-', '−');
}

/** A zone as text: its name and its current UTC offset, "America/Montevideo (UTC−3)". */
export function zoneText(zone: string, now: number = Date.now()): string {
  return zone === 'UTC' ? 'UTC' : `${zone} (${offsetText(zone, now)})`;
}

/** The canonical name of a zone with several, such as Asia/Calcutta and Asia/Kolkata. */
const canonical = (zone: string) => new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;

/** The zone of times, and that of days if it differs. */
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
