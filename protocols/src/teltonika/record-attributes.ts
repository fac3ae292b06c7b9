/** Collects the attributes of one AVL record from its IO elements. */
import { FrameTooShort, fromHex, toHex } from '../tools/bytes.ts';
import type { AlarmCode, Attributes } from '../types.ts';
import { alarmOf } from './alarms.ts';
import { readBeacons, readTags } from './beacons.ts';
import { readingOf } from './elements.ts';

const latin1 = new TextDecoder('latin1');
const PANIC = 2;
const SPEED_ELEMENT = 24;
/**
 * The richest devices (CAN adapter, diagnostics, sensors) send some 200 elements in a record of at most 1,280 bytes.
 * Elements beyond this limit cannot be genuine: they are skipped, and the record is kept.
 */
const MAX_ELEMENTS = 400;
const MAX_ELEMENT_BYTES = 1024;

/**
 * Cached names of elements without a name of their own, by id: building one for each element would cost more than all
 * other work.
 */
const NAMES = Array.from<string | undefined>({ length: 65_536 });
const nameOf = (id: number): string => (NAMES[id] ??= `io${id}`);

/** Bytes of 64 bits as two upper-case hexadecimal digits each, the lowest byte first. */
function swappedHex(value: bigint): string {
  const hex = value.toString(16).toUpperCase().padStart(16, '0');
  return hex.match(/../g)?.toReversed().join('') ?? '';
}

export class RecordAttributes {
  readonly attributes: Attributes = {};
  /** The speed of the fix as repeated by an element. */
  speedKph: number | undefined;
  readonly #event: number;
  readonly #priority: number;
  #alarms: AlarmCode[] | null = null;
  /** The two halves of a tachograph card's number. */
  #card: Map<number, bigint> | null = null;
  /** The two parts of a SIM card's number. */
  #simCard: Map<number, bigint> | null = null;
  #elements = 0;

  /** `event` is the id of the element that triggered the report, 0 for none; `priority` 0 low, 1 high, 2 panic. */
  constructor(event: number, priority: number) {
    this.#event = event;
    this.#priority = priority;
    if (event > 0) this.attributes.event = event;
    if (priority > 0) this.attributes.priority = priority;
  }

  /** Adds an element of 1, 2 or 4 bytes, unsigned as read. */
  number(id: number, size: 1 | 2 | 4, value: number): void {
    if (++this.#elements > MAX_ELEMENTS) return;
    if (size === 1) {
      const alarm = alarmOf(id, value, this.#event);
      if (alarm !== undefined) (this.#alarms ??= []).push(alarm);
    }
    if (id === SPEED_ELEMENT && size === 2) {
      this.speedKph = value;
      return;
    }
    const reading = readingOf(id, size);
    if (reading === undefined) {
      this.attributes[nameOf(id)] = value;
    } else if (reading.flag) {
      this.attributes[reading.name] = value !== 0;
    } else {
      const bits = size * 8;
      const number = reading.signed && value >= 2 ** (bits - 1) ? value - 2 ** bits : value;
      if (!reading.failures.includes(number)) {
        this.attributes[reading.name] = (number * reading.multiplier) / reading.divisor;
      }
    }
    if (id === 90 && size === 2) this.attributes.door = value !== 0;
  }

  /** Adds an element of 8 bytes. */
  long(id: number, value: bigint): void {
    if (++this.#elements > MAX_ELEMENTS) return;
    if (id === 78 || id === 207) {
      // 0 means no tag. The bytes of an iButton (78) are sent lowest first, those of a card (207) are not.
      if (value !== 0n) this.attributes.driverTag = id === 78 ? swappedHex(value) : hex64(value);
    } else if (id === 11 || id === 14) {
      (this.#simCard ??= new Map()).set(id, value);
    } else if (id === 195 || id === 196) {
      (this.#card ??= new Map()).set(id, value);
    } else if (id >= 71 && id <= 79) {
      // Serial numbers of temperature probes.
      this.attributes[nameOf(id)] = hex64(value);
    } else {
      this.attributes[nameOf(id)] = value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value.toString();
    }
  }

  /** Adds an element of any other length; of one longer than devices send, only the beginning. */
  bytes(id: number, whole: Uint8Array): void {
    if (++this.#elements > MAX_ELEMENTS) return;
    const bytes = whole.subarray(0, MAX_ELEMENT_BYTES);
    if (id === 256) this.attributes.vin = latin1.decode(bytes).trim();
    else if (id === 281) this.attributes.dtcs = latin1.decode(bytes).replaceAll(',', ' ').trim();
    else if (id === 403) this.attributes.driverName = latin1.decode(bytes).trim();
    else if (id === 385) this.#list(id, bytes, readBeacons);
    else if (id === 548 || id === 10829 || id === 10831) this.#list(id, bytes, readTags);
    else this.attributes[nameOf(id)] = toHex(bytes);
  }

  /** A list that ends early retains the part that could be read, and all of its bytes. */
  #list(id: number, bytes: Uint8Array, read: (bytes: Uint8Array, attributes: Attributes) => void): void {
    try {
      read(bytes, this.attributes);
    } catch (error) {
      if (!(error instanceof FrameTooShort)) throw error;
      this.attributes[nameOf(id)] = toHex(bytes);
    }
  }

  /** Returns the attributes once all elements have been added. */
  finish(): Attributes {
    // A panic record is an emergency unless a specific alarm explains its urgency.
    const panic = this.#priority === PANIC && (this.#alarms ?? []).every((alarm) => alarm === 'general');
    const alarms: readonly AlarmCode[] | null = panic ? ['sos'] : this.#alarms;
    if (alarms) this.attributes.alarm = alarms;
    this.#readCard();
    this.#readSimCard();
    if (this.#elements > MAX_ELEMENTS) this.attributes.elementsDropped = this.#elements - MAX_ELEMENTS;
    return this.attributes;
  }

  /** Its first ten digits, then the others without their leading zeros. A number has 19 or 20 digits. */
  #readSimCard(): void {
    const first = this.#simCard?.get(11);
    if (first === undefined || first === 0n) return;
    const rest = this.#simCard?.get(14);
    const digits = String(first);
    this.attributes.iccid = rest === undefined ? digits : digits + String(rest).padStart(19 - digits.length, '0');
  }

  #readCard(): void {
    if (this.#card?.size !== 2) return;
    const hex = hex64(this.#card.get(195) ?? 0n) + hex64(this.#card.get(196) ?? 0n);
    const number = latin1.decode(fromHex(hex) ?? undefined).trim();
    if (/^[0-9A-Za-z]+$/.test(number)) this.attributes.driverTag = number;
  }
}

function hex64(value: bigint): string {
  return value.toString(16).toUpperCase().padStart(16, '0');
}
