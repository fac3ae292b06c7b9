import type { TFunction } from 'i18next';
import { isolate } from '../text/isolate.ts';

/** "Harbour → Market", each name in its own direction; only one of them if the other is unknown. */
export function fromToText(t: TFunction, from: string | null, to: string | null): string {
  if (from === null || to === null) return isolate(from ?? to ?? '');
  return t('ui.from-to', { from: isolate(from), to: isolate(to) });
}
