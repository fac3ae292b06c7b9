import type { DeviceContact } from '@milepost/contract/device-routes';
import { network } from '../auth/network.ts';
import { Awaited } from './awaited.ts';
import type { KnownDevice } from './device-directory.ts';
import { asKnock, bytesOf, countUnknown, framesOf, keepLeast, keepLittle, type Note, type Said } from './knock-note.ts';
import { KnockShelf } from './knock-shelf.ts';

/** What the gateway notes of one device that contacts it. Cheap for each frame: it is put into words when asked for. */
export interface KnockEntry {
  identify(identity: string | null): void;
  setDevice(device: KnownDevice | null): void;
  frame(frame: Uint8Array | string, decoded: Said, at: number): void;
  /** Somebody without a name of whom nothing can be read; `looksLike`: the protocols that read it. */
  misread(bytes: Uint8Array, looksLike: readonly string[], at: number): void;
  close(): void;
}

/**
 * Everything that knocks at the gateway, known or not: what "Connect a device" shows. Bounded, newest kept, fair by
 * network; known devices drive out no unknown ones, and what somebody waits for is driven out by neither.
 */
export interface KnockBook {
  open(protocol: string, transport: DeviceContact['transport'], address: string): KnockEntry;
  /** Newest first, without their frames. */
  list(): DeviceContact[];
  /** The same with the last frame of each, and what it says. */
  inFull(knocks: readonly DeviceContact[]): DeviceContact[];
  /** Somebody looks for an identity that is this, or holds it. */
  await(part: string): void;
  /** Calls back with what changed, a few times a second, while somebody listens. Returns how to stop. */
  listen(listener: (knocks: DeviceContact[]) => void): () => void;
  close(): void;
}

const MAX_UNKNOWN = 2000;
const MAX_KNOWN = 1000;
const MAX_AWAITED = 500;
const TELL_EVERY_MS = 400;
/** In a large fleet everybody knocks all the time; nobody reads more than this at once. */
const MAX_TOLD = 100;
/**
 * The last frames are kept whole until somebody may be told of them, or for so long where nobody listens; but no more
 * bytes than this of them and of the chunks that they came in.
 */
const MAX_WHOLE_BYTES = 512 * 1024;
const KEEP_WHOLE_MS = 2000;
/** Of what all notes hold besides; beyond it the oldest keep one line of what their frame says. */
const MAX_DETAIL_BYTES = 8 * 1024 * 1024;
const DETAIL_BYTES_LEFT = 6 * 1024 * 1024;

export function createKnockBook(): KnockBook {
  // Insertion order is recency: a note moves to the end when it changes and was not the last published.
  const notes = new Map<string, Note>();
  const changed = new Set<Note>();
  /** How many connections and requests speak in each key now; apart from the notes, which come and go. */
  const speaking = new Map<string, number>();
  const listeners = new Set<(knocks: DeviceContact[]) => void>();

  const shelves = {
    unknown: new KnockShelf<Note>(MAX_UNKNOWN),
    known: new KnockShelf<Note>(MAX_KNOWN),
    awaited: new KnockShelf<Note>(MAX_AWAITED),
  };
  const awaited = new Awaited();

  let wholeBytes = 0;
  let detailBytes = 0;
  const weigh = (note: Note, bytes: number) => {
    detailBytes += bytes - note.bytes;
    note.bytes = bytes;
  };
  const setWhole = (note: Note, bytes: number) => {
    wholeBytes += bytes - note.wholeBytes;
    note.wholeBytes = bytes;
  };
  const speaks = (key: string, more: 1 | -1) => {
    const now = (speaking.get(key) ?? 0) + more;
    if (now > 0) speaking.set(key, now);
    else speaking.delete(key);
  };
  const told = (note: Note) => asKnock(note, speaking.has(note.key));
  const keepLittleOfAll = () => {
    for (const note of changed) {
      if (note.wholeBytes === 0) continue;
      keepLittle(note);
      weigh(note, bytesOf(note));
      setWhole(note, 0);
    }
    if (detailBytes <= MAX_DETAIL_BYTES) return;
    for (const note of notes.values()) {
      if (detailBytes <= DETAIL_BYTES_LEFT) return;
      keepLeast(note);
      weigh(note, bytesOf(note));
    }
  };

  const forget = (note: Note) => {
    notes.delete(note.key);
    changed.delete(note);
    weigh(note, 0);
    setWhole(note, 0);
    for (const shelf of Object.values(shelves)) shelf.remove(note);
  };
  /** Puts it where it belongs; the one that has no room there any more is back with its next frame. */
  const shelve = (note: Note) => {
    const isAwaited = awaited.has(note.identity, Date.now());
    const right = isAwaited ? shelves.awaited : note.device ? shelves.known : shelves.unknown;
    for (const shelf of Object.values(shelves)) if (shelf !== right) shelf.remove(note);
    const dropped = right.put(note);
    if (dropped) forget(dropped);
  };

  let clearedAt = Date.now();
  const timer = setInterval(() => {
    // A large fleet knocks all the time: what nobody hears of is tidied up rarely.
    if (listeners.size === 0 && Date.now() - clearedAt < KEEP_WHOLE_MS) return;
    clearedAt = Date.now();
    keepLittleOfAll();
    if (listeners.size > 0 && changed.size > 0) {
      const all = [...changed];
      const first = all.slice(0, -MAX_TOLD).filter((note) => shelves.awaited.has(note));
      const knocks = [...first.slice(-MAX_TOLD), ...all.slice(-MAX_TOLD)].map((note) => ({
        ...told(note),
        ...framesOf(note),
      }));
      for (const listener of listeners) listener(knocks);
    }
    changed.clear();
  }, TELL_EVERY_MS);
  timer.unref();

  const keep = (note: Note) => {
    const held = notes.get(note.key);
    if (held && held !== note) forget(held);
    notes.delete(note.key);
    notes.set(note.key, note);
    changed.add(note);
    shelve(note);
  };

  const take = (entry: Note, frame: Uint8Array | string, decoded: Said, at: number) => {
    entry.lastSeenAt = at;
    entry.frames++;
    if (decoded.fault !== undefined) entry.faults++;
    if (decoded.unknownType !== undefined) countUnknown(entry, decoded.unknownType, frame, at);
    entry.last = { frame, said: decoded };
    if (!changed.has(entry) || notes.get(entry.key) !== entry) keep(entry);
    setWhole(entry, Math.max(1, typeof frame === 'string' ? frame.length : frame.buffer.byteLength));
    if (wholeBytes > MAX_WHOLE_BYTES) keepLittleOfAll();
  };

  return {
    open: (protocol, transport, address) => {
      let note: Note | null = null;
      const hostOf = (one: string) => (transport === 'http' ? one : one.slice(0, one.lastIndexOf(':')));
      const from = network(hostOf(address));
      const fresh = (key: string, identity: string | null, at: number): Note => ({
        key,
        protocol,
        transport,
        identity,
        address,
        network: from,
        firstSeenAt: at,
        lastSeenAt: at,
        frames: 0,
        faults: 0,
        last: null,
        looksLike: [],
        unknownTypes: null,
        device: null,
        bytes: 0,
        wholeBytes: 0,
      });
      let key: string | null = null;
      const become = (next: string | null) => {
        if (key !== null) speaks(key, -1);
        key = next;
        if (key !== null) speaks(key, 1);
      };
      /** Each request over HTTP begins anew, from an address without a port: one note for all of them. */
      const anonymous = () => {
        const unnamed = `${protocol}:@${address}`;
        note = notes.get(unnamed) ?? fresh(unnamed, null, Date.now());
        become(note.key);
        return note;
      };
      /** Whoever is not understood connects anew again and again: one note for all that come from there. */
      const misunderstood = () => {
        if (note) forget(note);
        const named = `${protocol}:@${hostOf(address)}`;
        note = notes.get(named) ?? fresh(named, null, Date.now());
        note.address = address;
        become(named);
        return note;
      };
      /** One that was dropped may have been made anew for another connection meanwhile. */
      const current = () => (note &&= notes.get(note.key) ?? note);
      return {
        identify: (identity) => {
          if (!identity || note?.identity === identity) return;
          if (note && !note.identity) forget(note);
          const named = `${protocol}:${identity}`;
          note = notes.get(named) ?? fresh(named, identity, Date.now());
          become(named);
          note.address = address;
          note.network = from;
          note.transport = transport;
        },
        setDevice: (device) => {
          const entry = current();
          if (!entry || entry.device?.deviceId === device?.deviceId) return;
          entry.device = device;
          changed.add(entry);
          if (notes.has(entry.key)) shelve(entry);
        },
        frame: (frame, decoded, at) => take(current() ?? anonymous(), frame, decoded, at),
        misread: (bytes, looksLike, at) => {
          if (current()?.identity) return;
          const entry = misunderstood();
          entry.looksLike = looksLike;
          take(entry, bytes, { identities: [], messages: [], fault: 'no frame can be read' }, at);
        },
        close: () => {
          become(null);
          const entry = current();
          if (entry) changed.add(entry);
        },
      };
    },
    list: () => [...notes.values()].toSorted((a, b) => b.lastSeenAt - a.lastSeenAt).map((note) => told(note)),
    inFull: (knocks) => {
      keepLittleOfAll();
      return knocks.map((knock) => {
        const note = notes.get(knock.key);
        return note ? { ...knock, ...framesOf(note) } : knock;
      });
    },
    await: (part) => {
      if (!awaited.add(part, Date.now())) return;
      for (const note of notes.values()) if (awaited.has(note.identity, Date.now())) shelve(note);
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => clearInterval(timer),
  };
}
