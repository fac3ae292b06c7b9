import type { TFunction } from 'i18next';
import { isolate } from '../text/isolate.ts';

/** "Harbour → Market", each name in its own direction; one of them where the other is not known. */
export function fromToText(t: TFunction, from: string | null, to: string | null): string {
  if (from === null || to === null) return isolate(from ?? to ?? '');
  return t('ui.from-to', { from: isolate(from), to: isolate(to) });
}
