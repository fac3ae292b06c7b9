import type { Knock } from '@milepost/contract/device-routes';
import type { Decoded } from '@milepost/protocols/types';
import type { KnownDevice } from './device-directory.ts';
import { describe, frameText } from './describe-frame.ts';

/** What the gateway notes of one device that contacts it. Cheap for each frame: it is put into words when asked for. */
export interface KnockEntry {
  identify(identity: string | null): void;
  setDevice(device: KnownDevice | null): void;
  frame(frame: Uint8Array | string, decoded: Said, at: number): void;
  close(): void;
}

/** Everything that knocks at the gateway, known or not: what "Connect a device" shows. Bounded, newest kept. */
export interface KnockBook {
  open(protocol: string, transport: Knock['transport'], address: string): KnockEntry;
  /** Newest first. */
  list(): Knock[];
  /** Calls back with what changed, a few times a second, while somebody listens. Returns how to stop. */
  listen(listener: (knocks: Knock[]) => void): () => void;
  close(): void;
}

const MAX_ENTRIES = 2000;
const TELL_EVERY_MS = 400;
/** In a large fleet everybody knocks all the time; nobody reads more than this at once. */
const MAX_TOLD = 100;
/** Of a frame; more is not shown. */
const MAX_KEPT_BYTES = 1000;
/** A frame that says more than this is put into words, and only those are kept. */
const MAX_KEPT_MESSAGES = 20;
/** Frames are kept whole until somebody may be told of them, but no more bytes of them than this. */
const MAX_WHOLE_BYTES = 256 * 1024;

type Said = Pick<Decoded, 'messages' | 'identities' | 'fault'>;

interface Note {
  key: string;
  protocol: string;
  transport: Knock['transport'];
  identity: string | null;
  address: string;
  open: number;
  firstSeenAt: number;
  lastSeenAt: number;
  frames: number;
  faults: number;
  last: { frame: Uint8Array | string; said: Said | NonNullable<Knock['decoded']> } | null;
  device: KnownDevice | null;
}

export function createKnockBook(): KnockBook {
  // Insertion order is recency: a note moves to the end when it changes and was not the last published.
  const notes = new Map<string, Note>();
  const changed = new Set<Note>();
  const listeners = new Set<(knocks: Knock[]) => void>();

  let wholeBytes = 0;
  const keepLittleOfAll = () => {
    for (const note of changed) keepLittle(note);
    wholeBytes = 0;
  };

  const timer = setInterval(() => {
    keepLittleOfAll();
    if (listeners.size > 0 && changed.size > 0) {
      const knocks = [...changed].slice(-MAX_TOLD).map((note) => asKnock(note));
      for (const listener of listeners) listener(knocks);
    }
    changed.clear();
  }, TELL_EVERY_MS);
  timer.unref();

  const keep = (note: Note) => {
    notes.delete(note.key);
    notes.set(note.key, note);
    changed.add(note);
    if (notes.size <= MAX_ENTRIES) return;
    // The one that was silent for longest, connected or not: with its next frame it is back.
    for (const [key, old] of notes) {
      notes.delete(key);
      changed.delete(old);
      return;
    }
  };

  return {
    open: (protocol, transport, address) => {
      let note: Note | null = null;
      const fresh = (key: string, identity: string | null, at: number): Note => ({
        key,
        protocol,
        transport,
        identity,
        address,
        open: 1,
        firstSeenAt: at,
        lastSeenAt: at,
        frames: 0,
        faults: 0,
        last: null,
        device: null,
      });
      const anonymous = () => {
        note = fresh(`${protocol}:@${address}`, null, Date.now());
        return note;
      };
      return {
        identify: (identity) => {
          if (!identity || note?.identity === identity) return;
          if (note) {
            note.open--;
            if (!note.identity) {
              notes.delete(note.key);
              changed.delete(note);
            }
          }
          const key = `${protocol}:${identity}`;
          const held = notes.get(key);
          note = held ?? fresh(key, identity, Date.now());
          if (held) held.open++;
          note.address = address;
          note.transport = transport;
        },
        setDevice: (device) => {
          if (!note || note.device?.deviceId === device?.deviceId) return;
          note.device = device;
          changed.add(note);
        },
        frame: (frame, decoded, at) => {
          const entry = note ?? anonymous();
          entry.lastSeenAt = at;
          entry.frames++;
          if (decoded.fault !== undefined) entry.faults++;
          entry.last = { frame, said: decoded };
          if (!changed.has(entry)) keep(entry);
          wholeBytes += frame.length;
          if (wholeBytes > MAX_WHOLE_BYTES) keepLittleOfAll();
        },
        close: () => {
          if (!note) return;
          note.open--;
          changed.add(note);
        },
      };
    },
    list: () => [...notes.values()].toSorted((a, b) => b.lastSeenAt - a.lastSeenAt).map((note) => asKnock(note)),
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => clearInterval(timer),
  };
}

/**
 * A frame is a view of the chunk that it came in, 64 KiB, and may say a thousand things; only what is shown is kept. A
 * part of a text holds on to the whole of it in V8, so texts are copied through bytes.
 */
function keepLittle(note: Note): void {
  if (!note.last) return;
  let { frame, said } = note.last;
  if (said.messages.length > MAX_KEPT_MESSAGES || frame.length > MAX_KEPT_BYTES) said = inWords(said);
  if (typeof frame !== 'string') frame = frame.slice(0, MAX_KEPT_BYTES);
  else if (frame.length > MAX_KEPT_BYTES) frame = Buffer.from(frame.slice(0, MAX_KEPT_BYTES)).toString();
  note.last = { frame, said };
}

const inWords = (said: Said | NonNullable<Knock['decoded']>) => ('summary' in said ? said : describe(said));

function asKnock(note: Note): Knock {
  const { last } = note;
  return {
    key: note.key,
    protocol: note.protocol,
    transport: note.transport,
    identity: note.identity,
    address: note.address,
    connected: note.open > 0,
    firstSeenAt: new Date(note.firstSeenAt).toISOString(),
    lastSeenAt: new Date(note.lastSeenAt).toISOString(),
    frames: note.frames,
    faults: note.faults,
    lastFrame: last && frameText(last.frame),
    decoded: last && inWords(last.said),
    deviceId: note.device?.deviceId ?? null,
    vehicleId: note.device?.vehicleId ?? null,
    registration: null,
  };
}
