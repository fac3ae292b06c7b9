import type { EntryKind } from '@milepost/contract/run-word-kinds';
import { newKey } from '../../api/new-key.ts';
import type { NewWaiting, DriverEntry } from './waiting.ts';

const EMPTY_DETAILS = {
  skip: null,
  note: null,
  delivered: null,
  returned: null,
  collected: null,
  signedBy: null,
  signature: null,
} as const;

/** A new entry with its own key. */
export function newEntry(
  runId: number,
  outletId: number,
  entryKind: EntryKind,
  more: Partial<DriverEntry> = {},
): NewWaiting & { kind: 'word' } {
  const entry = {
    ...EMPTY_DETAILS,
    ...more,
    key: newKey(),
    outletId,
    said: entryKind,
    phoneAt: new Date().toISOString(),
  };
  return { kind: 'word', runId, outletId, refused: null, word: entry };
}
