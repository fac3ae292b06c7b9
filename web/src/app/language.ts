import { useSyncExternalStore } from 'react';
import { formatRevision, type FormatSettings, setFormat } from '../text/format-settings.ts';
import { speakLanguage } from '../text/i18n.ts';
import { directionOf } from '../text/languages.ts';

const listeners = new Set<() => void>();

/**
 * Makes the application speak the person's language, with its direction, time zone and units. Where the texts cannot
 * be fetched it stays as it is.
 */
export async function speak({ language, timeZone, units }: FormatSettings): Promise<void> {
  await speakLanguage(language);
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
  if (setFormat({ language, timeZone, units })) for (const listener of listeners) listener();
}

/** Renders again when language, time zone or units changed. */
export const useFormatRevision = (): number =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, formatRevision);
