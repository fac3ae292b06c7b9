import type { DeviceContact } from '@milepost/contract/device-routes';
import { network } from '../auth/network.ts';
import { Awaited } from './awaited.ts';
import type { KnownDevice } from './device-directory.ts';
import {
  toDeviceContact,
  bytesOf,
  countUnknown,
  framesOf,
  stripNote,
  trimNote,
  type Note,
  type DecodedFrame,
} from './contact-note.ts';
import { ContactBucket } from './contact-bucket.ts';

/** What the gateway notes of one device that contacts it. Cheap for each frame: it is put into words when asked for. */
export interface ContactEntry {
  identify(identity: string | null): void;
  setDevice(device: KnownDevice | null): void;
  frame(frame: Uint8Array | string, decoded: DecodedFrame, at: number): void;
  /** Somebody without a name of whom nothing can be read; `looksLike`: the protocols that read it. */
  misread(bytes: Uint8Array, looksLike: readonly string[], at: number): void;
  close(): void;
}

/**
 * Everything that knocks at the gateway, known or not: what "Connect a device" shows. Bounded, newest kept, fair by
 * network; known devices drive out no unknown ones, and what somebody waits for is driven out by neither.
 */
export interface ContactLog {
  open(protocol: string, transport: DeviceContact['transport'], address: string): ContactEntry;
  /** Newest first, without their frames. */
  list(): DeviceContact[];
  /** The same with the last frame of each, and what it says. */
  inFull(contacts: readonly DeviceContact[]): DeviceContact[];
  /** Somebody looks for an identity that is this, or holds it. */
  await(part: string): void;
  /** Calls back with what changed, a few times a second, while somebody listens. Returns how to stop. */
  listen(listener: (contacts: DeviceContact[]) => void): () => void;
  close(): void;
}

const MAX_UNKNOWN = 2000;
const MAX_KNOWN = 1000;
const MAX_AWAITED = 500;
const PUBLISH_EVERY_MS = 400;
/** In a large fleet everybody knocks all the time; nobody reads more than this at once. */
const MAX_PUBLISHED = 100;
/**
 * The last frames are kept whole until somebody may be told of them, or for so long where nobody listens; but no more
 * bytes than this of them and of the chunks that they came in.
 */
const MAX_WHOLE_BYTES = 512 * 1024;
const WHOLE_FRAME_MS = 2000;
/** Of what all notes hold besides; beyond it the oldest keep one line of what their frame says. */
const MAX_DETAIL_BYTES = 8 * 1024 * 1024;
const DETAIL_BYTES_LEFT = 6 * 1024 * 1024;

export function createContactLog(): ContactLog {
  // Insertion order is recency: a note moves to the end when it changes and was not the last published.
  const notes = new Map<string, Note>();
  const changed = new Set<Note>();
  /** How many connections and requests speak in each key now; apart from the notes, which come and go. */
  const speaking = new Map<string, number>();
  const listeners = new Set<(contacts: DeviceContact[]) => void>();

  const buckets = {
    unknown: new ContactBucket<Note>(MAX_UNKNOWN),
    known: new ContactBucket<Note>(MAX_KNOWN),
    awaited: new ContactBucket<Note>(MAX_AWAITED),
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
  const countSpeakers = (key: string, more: 1 | -1) => {
    const now = (speaking.get(key) ?? 0) + more;
    if (now > 0) speaking.set(key, now);
    else speaking.delete(key);
  };
  const toContact = (note: Note) => toDeviceContact(note, speaking.has(note.key));
  const trimNotes = () => {
    for (const note of changed) {
      if (note.wholeBytes === 0) continue;
      trimNote(note);
      weigh(note, bytesOf(note));
      setWhole(note, 0);
    }
    if (detailBytes <= MAX_DETAIL_BYTES) return;
    for (const note of notes.values()) {
      if (detailBytes <= DETAIL_BYTES_LEFT) return;
      stripNote(note);
      weigh(note, bytesOf(note));
    }
  };

  const forget = (note: Note) => {
    notes.delete(note.key);
    changed.delete(note);
    weigh(note, 0);
    setWhole(note, 0);
    for (const bucket of Object.values(buckets)) bucket.remove(note);
  };
  /** Puts it where it belongs; the one that has no room there any more is back with its next frame. */
  const assignBucket = (note: Note) => {
    const isAwaited = awaited.has(note.identity, Date.now());
    const right = isAwaited ? buckets.awaited : note.device ? buckets.known : buckets.unknown;
    for (const bucket of Object.values(buckets)) if (bucket !== right) bucket.remove(note);
    const dropped = right.put(note);
    if (dropped) forget(dropped);
  };

  let clearedAt = Date.now();
  const timer = setInterval(() => {
    // A large fleet knocks all the time: what nobody hears of is tidied up rarely.
    if (listeners.size === 0 && Date.now() - clearedAt < WHOLE_FRAME_MS) return;
    clearedAt = Date.now();
    trimNotes();
    if (listeners.size > 0 && changed.size > 0) {
      const all = [...changed];
      const first = all.slice(0, -MAX_PUBLISHED).filter((note) => buckets.awaited.has(note));
      const contacts = [...first.slice(-MAX_PUBLISHED), ...all.slice(-MAX_PUBLISHED)].map((note) => ({
        ...toContact(note),
        ...framesOf(note),
      }));
      for (const listener of listeners) listener(contacts);
    }
    changed.clear();
  }, PUBLISH_EVERY_MS);
  timer.unref();

  const storeNote = (note: Note) => {
    const held = notes.get(note.key);
    if (held && held !== note) forget(held);
    notes.delete(note.key);
    notes.set(note.key, note);
    changed.add(note);
    assignBucket(note);
  };

  const take = (entry: Note, frame: Uint8Array | string, decoded: DecodedFrame, at: number) => {
    entry.lastSeenAt = at;
    entry.frames++;
    if (decoded.fault !== undefined) entry.faults++;
    if (decoded.unknownType !== undefined) countUnknown(entry, decoded.unknownType, frame, at);
    entry.last = { frame, said: decoded };
    if (!changed.has(entry) || notes.get(entry.key) !== entry) storeNote(entry);
    setWhole(entry, Math.max(1, typeof frame === 'string' ? frame.length : frame.buffer.byteLength));
    if (wholeBytes > MAX_WHOLE_BYTES) trimNotes();
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
        if (key !== null) countSpeakers(key, -1);
        key = next;
        if (key !== null) countSpeakers(key, 1);
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
        const noteKey = `${protocol}:@${hostOf(address)}`;
        note = notes.get(noteKey) ?? fresh(noteKey, null, Date.now());
        note.address = address;
        become(noteKey);
        return note;
      };
      /** One that was dropped may have been made anew for another connection meanwhile. */
      const current = () => (note &&= notes.get(note.key) ?? note);
      return {
        identify: (identity) => {
          if (!identity || note?.identity === identity) return;
          if (note && !note.identity) forget(note);
          const noteKey = `${protocol}:${identity}`;
          note = notes.get(noteKey) ?? fresh(noteKey, identity, Date.now());
          become(noteKey);
          note.address = address;
          note.network = from;
          note.transport = transport;
        },
        setDevice: (device) => {
          const entry = current();
          if (!entry || entry.device?.deviceId === device?.deviceId) return;
          entry.device = device;
          changed.add(entry);
          if (notes.has(entry.key)) assignBucket(entry);
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
    list: () => [...notes.values()].toSorted((a, b) => b.lastSeenAt - a.lastSeenAt).map((note) => toContact(note)),
    inFull: (contacts) => {
      trimNotes();
      return contacts.map((contact) => {
        const note = notes.get(contact.key);
        return note ? { ...contact, ...framesOf(note) } : contact;
      });
    },
    await: (part) => {
      if (!awaited.add(part, Date.now())) return;
      for (const note of notes.values()) if (awaited.has(note.identity, Date.now())) assignBucket(note);
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => clearInterval(timer),
  };
}
