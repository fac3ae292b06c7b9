import type { SaidKind } from '@milepost/contract/run-word-kinds';
import { newKey } from '../../api/new-key.ts';
import type { NewWaiting, SaidWord } from './waiting.ts';

const NOTHING_MORE = {
  skip: null,
  note: null,
  delivered: null,
  returned: null,
  collected: null,
  signedBy: null,
  signature: null,
} as const;

/** A word that is said now, with its own key. */
export function newWord(
  runId: number,
  outletId: number,
  said: SaidKind,
  more: Partial<SaidWord> = {},
): NewWaiting & { kind: 'word' } {
  const word = { ...NOTHING_MORE, ...more, key: newKey(), outletId, said, phoneAt: new Date().toISOString() };
  return { kind: 'word', runId, outletId, refused: null, word };
}
