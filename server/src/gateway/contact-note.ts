import { type DeviceContact, MAX_UNKNOWN_TYPES } from '@milepost/contract/device-routes';
import type { Decoded } from '@milepost/protocols/types';
import { frameWeight } from './budgets.ts';
import { describe, frameText } from './describe-frame.ts';
import type { KnownDevice } from './device-directory.ts';

/** Of a frame; more is not shown. */
const MAX_STORED_BYTES = 1000;
/** A frame that says more than this is put into words, and only those are kept. */
const MAX_STORED_MESSAGES = 20;

export type DecodedFrame = Pick<Decoded, 'messages' | 'identities' | 'fault' | 'unknownType'>;

/** Messages of one type that the decoder does not know. */
interface UnknownOfType {
  count: number;
  lastAt: number;
  /** The beginning of the newest one; null where memory was needed for newer ones. */
  frame: Uint8Array | string | null;
}

/** What is noted of one device, or of somebody who has not said who it is. */
export interface Note {
  key: string;
  protocol: string;
  transport: DeviceContact['transport'];
  identity: string | null;
  address: string;
  network: string;
  firstSeenAt: number;
  lastSeenAt: number;
  frames: number;
  faults: number;
  last: { frame: Uint8Array | string; said: DecodedFrame | NonNullable<DeviceContact['decoded']> } | null;
  /** By type, the one seen longest ago first. */
  unknownTypes: Map<string, UnknownOfType> | null;
  /** Protocols that read what this one does not. */
  looksLike: readonly string[];
  device: KnownDevice | null;
  /** What its last frame takes in memory, about. */
  bytes: number;
  /** Bytes of the chunk that its last frame holds in memory; 0 once only a part of the frame is kept. */
  wholeBytes: number;
}

/** A frame is a view of the chunk that it came in, 64 KiB, and may say a thousand things; only what is shown is kept. */
export function trimNote(note: Note): void {
  if (!note.last) return;
  let { frame, said: decoded } = note.last;
  if (decoded.messages.length > MAX_STORED_MESSAGES || frame.length > MAX_STORED_BYTES) decoded = toSummary(decoded);
  if (typeof frame !== 'string' || frame.length > MAX_STORED_BYTES) frame = beginningOf(frame);
  note.last = { frame, said: decoded };
}

export const toSummary = (decoded: DecodedFrame | NonNullable<DeviceContact['decoded']>) =>
  'summary' in decoded ? decoded : describe(decoded);

/** A part of a text holds on to the whole of it in V8, and a part of bytes to its chunk: so each is copied. */
function beginningOf(frame: Uint8Array | string): Uint8Array | string {
  if (typeof frame !== 'string') return frame.slice(0, MAX_STORED_BYTES);
  return Buffer.from(frame.slice(0, MAX_STORED_BYTES)).toString();
}

/** Counts a message of a type that the decoder does not know, and keeps its bytes; the type seen longest ago gives way. */
export function countUnknown(note: Note, type: string, frame: Uint8Array | string, at: number): void {
  const types = (note.unknownTypes ??= new Map<string, UnknownOfType>());
  const count = (types.get(type)?.count ?? 0) + 1;
  types.delete(type);
  types.set(type, { count, lastAt: at, frame: beginningOf(frame) });
  const [oldest] = types.keys();
  if (types.size > MAX_UNKNOWN_TYPES && oldest !== undefined) types.delete(oldest);
}

/** Frees what a note holds besides one line of its last frame and its counts. */
export function stripNote(note: Note): void {
  if (note.last) note.last.said = { ...toSummary(note.last.said), messages: [] };
  for (const unknown of note.unknownTypes?.values() ?? []) unknown.frame = null;
}

const MAP_ENTRY_BYTES = 150;

/** About what a note holds: texts take one byte a character, objects several times as much. */
export function bytesOf({ last, unknownTypes }: Note): number {
  let bytes = 0;
  for (const { frame } of unknownTypes?.values() ?? []) bytes += MAP_ENTRY_BYTES + (frame?.length ?? 0);
  return bytes + bytesOfLast(last);
}

function bytesOfLast(last: Note['last']): number {
  if (!last) return 0;
  const { frame, said: decoded } = last;
  const words = 'summary' in decoded ? decoded.summary.length + 4 * JSON.stringify(decoded.messages).length : null;
  return frame.length + (words ?? frameWeight(frame.length, decoded.messages.length));
}

/** What is left out of a list: the last frame, and the newest of each unknown type. */
export function framesOf(note: Note): Pick<DeviceContact, 'lastFrame' | 'decoded' | 'unknownMessages'> {
  const { last } = note;
  return {
    lastFrame: last && frameText(last.frame),
    decoded: last && toSummary(last.said),
    unknownMessages: unknownOf(note, (frame) => (frame === null ? null : frameText(frame))),
  };
}

/** Newest first. */
function unknownOf(
  { unknownTypes }: Note,
  shown: (frame: UnknownOfType['frame']) => DeviceContact['unknownMessages'][number]['frame'],
): DeviceContact['unknownMessages'] {
  if (unknownTypes === null) return [];
  return [...unknownTypes].toReversed().map(([type, { count, lastAt, frame }]) => {
    return { type, count, lastAt: new Date(lastAt).toISOString(), frame: shown(frame) };
  });
}

export function toDeviceContact(note: Note, connected: boolean): DeviceContact {
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
    unknownMessages: unknownOf(note, () => null),
    deviceId: note.device?.deviceId ?? null,
    vehicleId: note.device?.vehicleId ?? null,
    registration: null,
  };
}
