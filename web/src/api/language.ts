import { useSyncExternalStore } from 'react';
import type { Language } from '@milepost/contract/languages';
import {
  formatRevision,
  type FormatSettings,
  NO_ZONES,
  setFormat,
  type Units,
  watchFormat,
} from '../text/format-settings.ts';
import { switchLanguage } from '../text/i18n.ts';
import { directionOf } from '../text/languages.ts';

interface Reader {
  language: Language;
  /** The person's own time zone; empty for that of the organisation. */
  timeZone: string;
  organisationTimeZone: string;
  units: Units;
}

/** A time zone; UTC if this browser does not support it, or if a reply cached by an older version lacks it. */
function known(zone: string): string {
  try {
    if (zone && new Intl.DateTimeFormat('en', { timeZone: zone }).format(0) !== '') return zone;
  } catch {
    // A RangeError: the zone does not exist.
  }
  return NO_ZONES.timeZone;
}

/**
 * The formats of a person: times in the person's own zone or otherwise the organisation's, days always in the
 * organisation's.
 */
export const formatOf = ({ language, timeZone, organisationTimeZone, units }: Reader): FormatSettings => ({
  language,
  timeZone: known(timeZone || organisationTimeZone),
  dayZone: known(organisationTimeZone),
  units,
});

/**
 * Applies the person's language, with its direction, time zone and units. If the texts cannot be fetched, nothing
 * changes.
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
