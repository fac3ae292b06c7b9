import type { Knock } from '@milepost/contract/device-routes';
import type { Decoded } from '@milepost/protocols/types';
import { frameWeight } from './budgets.ts';
import { describe, frameText } from './describe-frame.ts';
import type { KnownDevice } from './device-directory.ts';

/** Of a frame; more is not shown. */
const MAX_KEPT_BYTES = 1000;
/** A frame that says more than this is put into words, and only those are kept. */
const MAX_KEPT_MESSAGES = 20;

export type Said = Pick<Decoded, 'messages' | 'identities' | 'fault'>;

/** What is noted of one device, or of somebody who has not said who it is. */
export interface Note {
  key: string;
  protocol: string;
  transport: Knock['transport'];
  identity: string | null;
  address: string;
  network: string;
  firstSeenAt: number;
  lastSeenAt: number;
  frames: number;
  faults: number;
  last: { frame: Uint8Array | string; said: Said | NonNullable<Knock['decoded']> } | null;
  /** Protocols that read what this one does not. */
  looksLike: readonly string[];
  device: KnownDevice | null;
  /** What its last frame takes in memory, about. */
  bytes: number;
  /** Bytes of the chunk that its last frame holds in memory; 0 once only a part of the frame is kept. */
  wholeBytes: number;
}

/**
 * A frame is a view of the chunk that it came in, 64 KiB, and may say a thousand things; only what is shown is kept. A
 * part of a text holds on to the whole of it in V8, so texts are copied through bytes.
 */
export function keepLittle(note: Note): void {
  if (!note.last) return;
  let { frame, said } = note.last;
  if (said.messages.length > MAX_KEPT_MESSAGES || frame.length > MAX_KEPT_BYTES) said = inWords(said);
  if (typeof frame !== 'string') frame = frame.slice(0, MAX_KEPT_BYTES);
  else if (frame.length > MAX_KEPT_BYTES) frame = Buffer.from(frame.slice(0, MAX_KEPT_BYTES)).toString();
  note.last = { frame, said };
}

export const inWords = (said: Said | NonNullable<Knock['decoded']>) => ('summary' in said ? said : describe(said));

/** About what a note holds: texts take one byte a character, objects several times as much. */
export function bytesOf({ last }: Note): number {
  if (!last) return 0;
  const { frame, said } = last;
  const words = 'summary' in said ? said.summary.length + 4 * JSON.stringify(said.messages).length : null;
  return frame.length + (words ?? frameWeight(frame.length, said.messages.length));
}

export function lastOf({ last }: Note): Pick<Knock, 'lastFrame' | 'decoded'> {
  return { lastFrame: last && frameText(last.frame), decoded: last && inWords(last.said) };
}

export function asKnock(note: Note, connected: boolean): Knock {
  return {
    key: note.key,
    protocol: note.protocol,
    transport: note.transport,
    identity: note.identity,
    address: note.address,
    connected,
    firstSeenAt: new Date(note.firstSeenAt).toISOString(),
    lastSeenAt: new Date(note.lastSeenAt).toISOString(),
    frames: note.frames,
    faults: note.faults,
    lastFrame: null,
    decoded: null,
    looksLike: [...note.looksLike],
    deviceId: note.device?.deviceId ?? null,
    vehicleId: note.device?.vehicleId ?? null,
    registration: null,
  };
}
