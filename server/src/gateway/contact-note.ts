import { type DeviceContact, MAX_UNKNOWN_TYPES } from '@milepost/contract/device-operations';
import type { Decoded } from '@milepost/protocols/types';
import { frameWeight } from './budgets.ts';
import { describe, frameText } from './describe-frame.ts';
import type { KnownDevice } from './device-directory.ts';

/** The bytes retained of a frame; no more is displayed. */
const MAX_STORED_BYTES = 1000;
/** A frame with more messages is described immediately, and only the description is retained. */
const MAX_STORED_MESSAGES = 20;

export type DecodedFrame = Pick<Decoded, 'messages' | 'identities' | 'fault' | 'unknownType'>;

/** Messages of one type that the decoder does not support. */
interface UnknownOfType {
  count: number;
  lastAt: number;
  /** The beginning of the newest one; null when its memory was needed for newer entries. */
  frame: Uint8Array | string | null;
}

/** The contact log's record of one device, or of an address that has sent no identity. */
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
  last: { frame: Uint8Array | string; decoded: DecodedFrame | NonNullable<DeviceContact['decoded']> } | null;
  /** By type, in the order of the last occurrence. */
  unknownTypes: Map<string, UnknownOfType> | null;
  /** Protocols that can read the bytes that this one cannot. */
  looksLike: readonly string[];
  device: KnownDevice | null;
  /** The approximate memory of its last frame. */
  bytes: number;
  /** Bytes of the chunk that its last frame keeps in memory; 0 when only a part of the frame is retained. */
  wholeBytes: number;
}

/** A frame is a view of a chunk of 64 KiB and may contain a thousand messages; only the displayed part is retained. */
export function trimNote(note: Note): void {
  if (!note.last) return;
  let { frame, decoded } = note.last;
  if (decoded.messages.length > MAX_STORED_MESSAGES || frame.length > MAX_STORED_BYTES) decoded = toSummary(decoded);
  if (typeof frame !== 'string' || frame.length > MAX_STORED_BYTES) frame = beginningOf(frame);
  note.last = { frame, decoded };
}

export const toSummary = (decoded: DecodedFrame | NonNullable<DeviceContact['decoded']>) =>
  'summary' in decoded ? decoded : describe(decoded);

/** In V8 a substring keeps the whole string in memory, and a subarray its whole buffer, so both are copied. */
function beginningOf(frame: Uint8Array | string): Uint8Array | string {
  if (typeof frame !== 'string') return frame.slice(0, MAX_STORED_BYTES);
  return Buffer.from(frame.slice(0, MAX_STORED_BYTES)).toString();
}

/**
 * Counts a message of a type that the decoder does not support and retains its bytes. When there are too many types,
 * the one not received for longest is dropped.
 */
export function countUnknown(note: Note, type: string, frame: Uint8Array | string, at: number): void {
  const types = (note.unknownTypes ??= new Map<string, UnknownOfType>());
  const count = (types.get(type)?.count ?? 0) + 1;
  types.delete(type);
  types.set(type, { count, lastAt: at, frame: beginningOf(frame) });
  const [oldest] = types.keys();
  if (types.size > MAX_UNKNOWN_TYPES && oldest !== undefined) types.delete(oldest);
}

/** Reduces an entry to the one-line description of its last frame and its counts. */
export function stripNote(note: Note): void {
  if (note.last) note.last.decoded = { ...toSummary(note.last.decoded), messages: [] };
  for (const unknown of note.unknownTypes?.values() ?? []) unknown.frame = null;
}

const MAP_ENTRY_BYTES = 150;

/** The approximate size of an entry: strings take one byte per character, objects several times as much. */
export function bytesOf({ last, unknownTypes }: Note): number {
  let bytes = 0;
  for (const { frame } of unknownTypes?.values() ?? []) bytes += MAP_ENTRY_BYTES + (frame?.length ?? 0);
  return bytes + bytesOfLast(last);
}

function bytesOfLast(last: Note['last']): number {
  if (!last) return 0;
  const { frame, decoded } = last;
  const words = 'summary' in decoded ? decoded.summary.length + 4 * JSON.stringify(decoded.messages).length : null;
  return frame.length + (words ?? frameWeight(frame.length, decoded.messages.length));
}

/** The fields that a list omits: the last frame, and the newest frame of each unsupported type. */
export function framesOf(note: Note): Pick<DeviceContact, 'lastFrame' | 'decoded' | 'unknownMessages'> {
  const { last } = note;
  return {
    lastFrame: last && frameText(last.frame),
    decoded: last && toSummary(last.decoded),
    unknownMessages: unknownOf(note, (frame) => (frame === null ? null : frameText(frame))),
  };
}

/** Sorted newest first. */
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
