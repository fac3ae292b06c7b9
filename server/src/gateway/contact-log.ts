import type { DeviceContact } from '@milepost/contract/device-operations';
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

/** The contact log's entry of one device. Cheap for each frame: the description is built only on request. */
export interface ContactEntry {
  identify(identity: string | null): void;
  setDevice(device: KnownDevice | null): void;
  frame(frame: Uint8Array | string, decoded: DecodedFrame, at: number): void;
  /**
   * Records bytes that could not be decoded and contain no identity. `looksLike`: the protocols whose frames they
   * resemble.
   */
  misread(bytes: Uint8Array, looksLike: readonly string[], at: number): void;
  close(): void;
}

/**
 * All contacts of known and unknown devices with the gateway, as "Connect a device" lists them. Bounded: the newest are
 * retained, fairly by network. Known devices evict no unknown ones, and neither evict a device that somebody searches
 * for.
 */
export interface ContactLog {
  open(protocol: string, transport: DeviceContact['transport'], address: string): ContactEntry;
  /** The contacts, newest first, without their frames. */
  list(): DeviceContact[];
  /** The same contacts with their last frame and its description. */
  inFull(contacts: readonly DeviceContact[]): DeviceContact[];
  /** Registers a search for identities that contain this part. */
  await(part: string): void;
  /** Calls the listener with the changed contacts, a few times a second. Returns the function that unsubscribes. */
  listen(listener: (contacts: DeviceContact[]) => void): () => void;
  close(): void;
}

const MAX_UNKNOWN = 2000;
const MAX_KNOWN = 1000;
const MAX_AWAITED = 500;
const PUBLISH_EVERY_MS = 400;
/** In a large fleet every device sends all the time; nobody reads more than this in one update. */
const MAX_PUBLISHED = 100;
/**
 * Last frames are retained in full until they are published, or for this long without listeners. Together with the
 * chunks that they are views of, they take no more bytes than this.
 */
const MAX_WHOLE_BYTES = 512 * 1024;
const WHOLE_FRAME_MS = 2000;
/**
 * The bytes that all entries take besides full frames. Beyond it, the oldest are reduced to the one-line description of
 * their frame.
 */
const MAX_DETAIL_BYTES = 8 * 1024 * 1024;
const DETAIL_BYTES_LEFT = 6 * 1024 * 1024;

export function createContactLog(): ContactLog {
  // Insertion order is recency: an entry moves to the end when it changes and is not already in the next update.
  const notes = new Map<string, Note>();
  const changed = new Set<Note>();
  /**
   * The number of open connections and requests per key. Stored separately from the entries, which are evicted and
   * restored.
   */
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
  /** Moves an entry to the right bucket. An entry evicted for it is restored by its next frame. */
  const assignBucket = (note: Note) => {
    const isAwaited = awaited.has(note.identity, Date.now());
    const right = isAwaited ? buckets.awaited : note.device ? buckets.known : buckets.unknown;
    for (const bucket of Object.values(buckets)) if (bucket !== right) bucket.remove(note);
    const dropped = right.put(note);
    if (dropped) forget(dropped);
  };

  let clearedAt = Date.now();
  const timer = setInterval(() => {
    // A large fleet sends all the time, so without listeners the clean-up is rare.
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
    entry.last = { frame, decoded };
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
      /** HTTP requests have no port in their address and each opens a new entry, so all of an address share one. */
      const anonymous = () => {
        const unnamed = `${protocol}:@${address}`;
        note = notes.get(unnamed) ?? fresh(unnamed, null, Date.now());
        become(note.key);
        return note;
      };
      /**
       * A device that cannot be read reconnects again and again, so all connections of its address share one entry.
       */
      const misunderstood = () => {
        if (note) forget(note);
        const noteKey = `${protocol}:@${hostOf(address)}`;
        note = notes.get(noteKey) ?? fresh(noteKey, null, Date.now());
        note.address = address;
        become(noteKey);
        return note;
      };
      /** An evicted entry may have been recreated for another connection meanwhile. */
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
