import { useSyncExternalStore } from 'react';
import {
  formatRevision,
  type FormatSettings,
  NO_ZONES,
  setFormat,
  type Units,
  watchFormat,
} from '../text/format-settings.ts';
import { switchLanguage } from '../text/i18n.ts';
import { directionOf, type Language } from '../text/languages.ts';

interface Reader {
  language: Language;
  /** The person's own; empty: that of the organisation. */
  timeZone: string;
  organisationTimeZone: string;
  units: Units;
}

/** A zone; UTC for one that this browser does not know, or that an answer kept by an older version does not have. */
function known(zone: string): string {
  try {
    if (zone && new Intl.DateTimeFormat('en', { timeZone: zone }).format(0) !== '') return zone;
  } catch {
    // A RangeError: there is no such zone.
  }
  return NO_ZONES.timeZone;
}

/** How a person reads: moments on the own clock or else the organisation's, days always on the organisation's. */
export const formatOf = ({ language, timeZone, organisationTimeZone, units }: Reader): FormatSettings => ({
  language,
  timeZone: known(timeZone || organisationTimeZone),
  dayZone: known(organisationTimeZone),
  units,
});

/**
 * Makes the application speak the person's language, with its direction, time zone and units. Where the texts cannot
 * be fetched it stays as it is.
 */
export async function applyFormat(format: FormatSettings): Promise<void> {
  const { language } = format;
  if (!(await switchLanguage(language))) return;
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
  setFormat(format);
}

/** Renders again when language, time zone or units changed. */
export const useFormatRevision = (): number => useSyncExternalStore(watchFormat, formatRevision);
