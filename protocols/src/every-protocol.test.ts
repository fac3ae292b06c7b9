/** Properties of every protocol over TCP or UDP, tested with its own samples. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PROTOCOLS } from './registry.ts';
import { SAMPLES } from './samples.fixture.ts';
import { concat } from './tools/bytes.ts';
import { REFUSE_UNKNOWN, UNKNOWN_TYPES } from './unknown-types.fixture.ts';
import { textOf } from './tools/text.ts';
import type { Command, Decoded, StreamProtocol } from './types.ts';

const STREAMS = PROTOCOLS.filter((protocol): protocol is StreamProtocol => protocol.kind === 'stream');

const COMMANDS: readonly Command[] = [
  { kind: 'locate' },
  { kind: 'engineStop' },
  { kind: 'engineResume' },
  { kind: 'text', text: 'STATUS' },
];

/** The numbers of a text message that cannot be left out: identity, type, length, and the message number. */
const MAX_NEEDED_NUMBERS = 4;

/** A checksum covers the whole text of these protocols. */
const WHOLE_OR_NOTHING: ReadonlySet<string> = new Set(['aquila', 'freematics', 'gpsgate']);

/** Their messages have one type, or types that cannot be distinguished from faults or from replies shown as text. */
const WITHOUT_TYPES: ReadonlySet<string> = new Set([
  'atrack',
  'blue',
  'box',
  'calamp',
  'castel',
  'dmt',
  'flextrack',
  'galileo',
  'gl200',
  'globalsat',
  'gosafe',
  'granit',
  'gs100',
  'laipac',
  'mqtt',
  'oigo',
  'plugin',
  'pricol',
  'radshid',
  's168',
  'satsol',
  'taip',
  'teltonika',
  'thinkpower',
  'trv',
  'tytan',
  'tzone',
  'ulbotech',
  'watch',
  'xrb28',
  'ywt',
]);

/** The fault text of a frame with a wrong checksum, or with an unknown sender. */
const NOT_A_FIELD = /\bsum\b|identity|IMEI/;

/**
 * The parts of a binary message that cannot be left out: start, length, type, identity and number at its head; checksum
 * or end mark at its end.
 */
const [HEAD_BYTES, END_BYTES] = [30, 4];

/** Clocks that were never set count from 1970, receivers from 6 January 1980: such times count as missing. */
const FIRST_TIME = Date.UTC(1980, 0, 7);

/** Yields impossible values in a decoder's result. In plain code, because it is called a million times. */
function* impossible({ fault, identities, messages, replies }: Decoded): Generator<string> {
  if (fault !== undefined && identities.length + messages.length + replies.length > 0)
    yield 'a fault that says something';
  for (const identity of identities) if (!/^[\x20-\x7e]*$/.test(identity)) yield `the identity ${identity}`;
  for (const { fix, deviceTime, attributes } of messages) {
    for (const [name, value] of Object.entries(attributes)) {
      if (typeof value === 'number' && !Number.isFinite(value)) yield `${name} ${value}`;
    }
    if (deviceTime !== null && !(deviceTime.getTime() >= FIRST_TIME)) yield 'a time of the device that is none';
    if (fix === null) continue;
    const { time, lat, lon, speedKph, courseDeg } = fix;
    if (!(time.getTime() >= FIRST_TIME)) yield 'a time that is none';
    if (!(Math.abs(lat) <= 90 && Math.abs(lon) <= 180)) yield `a place at ${lat}, ${lon}`;
    if (!(speedKph >= 0)) yield `${speedKph} km/h`;
    if (!(courseDeg >= 0 && courseDeg < 360)) yield `a course of ${courseDeg}`;
  }
}

const isPlainText = (frame: Uint8Array) =>
  frame.every((byte) => byte < 0x7f && (byte >= 0x20 || byte === 0x0d || byte === 0x0a));
const MOSTLY = 0.9;

/** The starting times of a counter from 1970, of the satellites' week count, and of a chip's clock. */
const NEVER_SET = /^19[0-7]|^1980-01-0[1-6]|^2000-01-01T00:00:00/;
const COUNTER_BYTES = 4;

/**
 * Yields a text with each number in turn replaced by zeros of the same length and by a single zero, as devices write an
 * unset clock.
 */
function* withoutNumbers(sample: Uint8Array): Generator<Uint8Array> {
  const text = textOf(sample);
  for (const { index, 0: number } of text.matchAll(/[\da-f]{6,}/gi))
    for (const zeros of ['0'.repeat(number.length), '0'])
      yield Buffer.from(text.slice(0, index) + zeros + text.slice(index + number.length), 'latin1');
}

/** Returns the bytes with each group of four in turn replaced by zeros: an empty counter. */
const withoutBytes = (sample: Uint8Array): Uint8Array[] =>
  [...sample.keys()].map((at) => Uint8Array.from(sample).fill(0, at, at + COUNTER_BYTES));

const textsOf = (frames: readonly Uint8Array[]) => frames.map((frame) => Buffer.from(frame).toString('latin1'));

describe.each(STREAMS.map((protocol) => ({ name: protocol.name, protocol })))('$name', ({ name, protocol }) => {
  const samples = SAMPLES[name] ?? [];

  test('has samples that are all decoded, some with an identity and coordinates', () => {
    expect(samples.length).toBeGreaterThan(0);
    const decoder = protocol.newDecoder('tcp');
    const decoded = samples.map((sample) => decoder.decode(sample));
    expect(decoded.flatMap(({ fault }) => fault ?? [])).toEqual([]);
    expect(decoded.some(({ messages }) => messages.some(({ fix }) => fix?.valid))).toBe(true);
    expect(decoded.some(({ identities }) => identities.length > 0)).toBe(true);
  });

  test('accepts its own commands and phrases once the device is known, and no others', () => {
    const decoder = protocol.newDecoder('tcp');
    const { commands = [], phrases } = protocol;
    const taken = new Set<string>();
    for (const sample of samples) {
      decoder.decode(sample);
      for (const command of COMMANDS) if (decoder.encode(command) !== null) taken.add(command.kind);
    }
    expect([...taken].toSorted()).toEqual(commands.toSorted());
    const { interval, output, odometer, sosNumbers, releaseEmergency = [], sms: _sms, ...words } = phrases ?? {};
    if (output) expect(output.numbers).toContain(output.relay);
    for (const text of [
      ...Object.values(words),
      ...releaseEmergency,
      ...(interval ? [interval(10), interval(3600)] : []),
      ...(output?.numbers.flatMap((number) => [output.write(number, true), output.write(number, false)]) ?? []),
      ...(odometer ? [odometer(0), odometer(999_999)] : []),
      ...(sosNumbers ? [sosNumbers.write(Array.from({ length: sosNumbers.most }, () => '+919822012345'))] : []),
    ])
      expect(decoder.encode({ kind: 'text', text })).not.toBeNull();
  });

  test('finds the same frames however the stream is split', () => {
    const stream = concat(...samples);
    const whole = textsOf(protocol.newFramer().push(stream));
    expect(whole).toHaveLength(samples.length);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 8 }), (sizes) => {
        const framer = protocol.newFramer();
        const frames: Uint8Array[] = [];
        for (let at = 0, turn = 0; at < stream.length; turn += 1) {
          const size = sizes[turn % sizes.length] ?? 1;
          frames.push(...framer.push(stream.subarray(at, at + size)));
          at += size;
        }
        expect(textsOf(frames)).toEqual(whole);
        expect([framer.garbageBytes, framer.pendingBytes]).toEqual([0, 0]);
      }),
      { numRuns: 100 },
    );
  });

  const [unknown, type] = UNKNOWN_TYPES[name] ?? [];
  if (!unknown && !WITHOUT_TYPES.has(name)) {
    test('acknowledges nothing as stored, or is tested with a message of an unknown type', () => {
      const decoder = protocol.newDecoder('tcp');
      const replies = samples.flatMap((sample) => decoder.decode(sample).replies);
      expect(replies.filter(({ when }) => when === 'stored')).toEqual([]);
    });
  }
  if (unknown) {
    test('neither reads nor acknowledges a message of an unknown type, and reports the type', () => {
      for (const transport of protocol.transports) {
        const decoder = protocol.newDecoder(transport);
        for (const sample of samples) decoder.decode(sample);
        const { fault, unknownType, messages, replies } = decoder.decode(unknown);
        expect(unknownType ?? null).toBe(type);
        if (type === null) expect(fault).toBeDefined();
        expect(
          messages.filter(({ kind, fix, attributes }) => fix || kind === 'report' || Object.keys(attributes)[0]),
        ).toEqual([]);
        if (!REFUSE_UNKNOWN.has(name)) expect(replies).toEqual([]);
        expect(replies.filter(({ when }) => when === 'stored')).toEqual([]);
      }
    });
  }

  if (!WHOLE_OR_NOTHING.has(name)) {
    test('loses only the unreadable number of a text', () => {
      const refused: string[] = [];
      for (const sample of samples) {
        // Binary messages have fields that this test cannot distinguish.
        if (!isPlainText(sample)) continue;
        const parts = textOf(sample).split(/([^\w.+-]+)/);
        const faults = [...parts.keys()].filter((index) => {
          if (!/^[+-]?\d+(\.\d+)?$/.test(parts[index] ?? '')) return false;
          const decoder = protocol.newDecoder('tcp');
          return decoder.decode(Buffer.from(parts.with(index, '?').join(''), 'latin1')).fault !== undefined;
        });
        // The identity, the type and the length cannot be left out.
        if (faults.length > MAX_NEEDED_NUMBERS)
          refused.push(`${textOf(sample)}: ${faults.map((at) => parts[at]).join()}`);
      }
      expect(refused).toEqual([]);
    });
  }

  test('loses only the unreadable bytes after the header', () => {
    const refused: string[] = [];
    for (const [index, sample] of samples.entries()) {
      if (isPlainText(sample)) continue;
      const saying = (frame: Uint8Array) => {
        const decoder = protocol.newDecoder('tcp');
        for (const before of samples.slice(0, index)) decoder.decode(before);
        return decoder.decode(frame);
      };
      if (!saying(sample).messages.some(({ fix }) => fix)) continue;
      const faults = [...sample.keys()].flatMap((at) =>
        [0x00, 0xff].flatMap((byte) => {
          const { fault } = saying(Uint8Array.from(sample).with(at, byte));
          return fault === undefined ? [] : [{ at, fault }];
        }),
      );
      // A checksum over the whole message detects every change, even in parts that would be usable on their own.
      if (new Set(faults.map(({ at }) => at)).size > sample.length * MOSTLY) continue;
      const behind = faults.filter(
        ({ at, fault }) => at >= HEAD_BYTES && at < sample.length - END_BYTES && !NOT_A_FIELD.test(fault),
      );
      if (behind.length > 0) refused.push(`sample ${index}: ${behind.map(({ at }) => at).join()}`);
    }
    expect(refused).toEqual([]);
  });

  test('gives no time to a message whose clock was never set', () => {
    const wrong: string[] = [];
    for (const [index, sample] of samples.entries()) {
      const changed = isPlainText(sample) ? withoutNumbers(sample) : withoutBytes(sample);
      for (const frame of changed) {
        const decoder = protocol.newDecoder('tcp');
        for (const before of samples.slice(0, index)) decoder.decode(before);
        for (const { deviceTime, fix } of decoder.decode(frame).messages)
          for (const time of [deviceTime, fix?.time])
            if (time && NEVER_SET.test(time.toISOString())) wrong.push(`${time.toISOString()} of ${textOf(frame)}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  const changes = fc.array(fc.record({ at: fc.nat(400), byte: fc.nat(255) }), { maxLength: 6 });
  const changed = fc.tuple(fc.constantFrom(...samples), changes, fc.nat(60)).map(([sample, mutations, cut]) => {
    const copy = Uint8Array.from(sample);
    for (const { at, byte } of mutations) copy[at % copy.length] = byte;
    return cut < copy.length / 4 ? copy.subarray(0, copy.length - cut) : copy;
  });

  test('neither throws nor reports the impossible, whatever is changed in a frame', () => {
    fc.assert(
      fc.property(fc.array(changed, { maxLength: 4 }), fc.constantFrom(...protocol.transports), (frames, transport) => {
        const decoder = protocol.newDecoder(transport);
        const wrong = frames.flatMap((frame) => [...impossible(decoder.decode(frame))]);
        if (wrong.length > 0) throw new Error(wrong.join('; '));
      }),
      { numRuns: 1000 },
    );
  });

  test("does not mistake a device's word for an inherited property of an object", () => {
    const wrong: unknown[] = [];
    for (const sample of samples) {
      const parts = textOf(sample).split(/([^\w.-])/);
      for (const word of ['constructor', '__proto__', 'toString']) {
        for (const index of parts.keys()) {
          const decoder = protocol.newDecoder('tcp');
          decoder.decode(sample);
          const { fault = '', messages } = decoder.decode(Buffer.from(parts.with(index, word).join(''), 'latin1'));
          if (/not a function|not iterable/.test(fault)) wrong.push(fault);
          for (const [attribute, value] of messages.flatMap(({ attributes }) => Object.entries(attributes))) {
            const decoded: readonly unknown[] = Array.isArray(value) ? value : [value];
            const isPlain = decoded.every((one) => ['string', 'number', 'boolean', 'undefined'].includes(typeof one));
            if (!isPlain || /function|object/.test(attribute)) wrong.push([attribute, value]);
          }
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  test('scans 64 KB without a frame end quickly', () => {
    const head = samples[0]?.subarray(0, 8) ?? new Uint8Array(0);
    for (const byte of ['0', ',', '$', '(', 'x', '\u00ff'].map((letter) => letter.charCodeAt(0))) {
      const endless = new Uint8Array(65_536).fill(byte);
      const framer = protocol.newFramer();
      const began = process.threadCpuUsage();
      framer.push(concat(head, endless));
      framer.push(endless);
      const { user, system } = process.threadCpuUsage(began);
      // The limit is a hundred times the time that most protocols need; scanning the whole buffer for each byte takes 2
      // to 50 s.
      expect((user + system) / 1000).toBeLessThan(500);
    }
  });

  test('buffers no more than one frame, whatever arrives', () => {
    const garbage = fc.uint8Array({ maxLength: 300 });
    fc.assert(
      fc.property(
        fc.array(fc.oneof(changed, garbage), { maxLength: 20 }),
        fc.integer({ min: 1, max: 700 }),
        (parts, size) => {
          const stream = concat(...parts);
          const framer = protocol.newFramer();
          let [longest, most] = [0, 0];
          for (let at = 0; at < stream.length; at += size) {
            const frames = framer.push(stream.subarray(at, at + size));
            longest = Math.max(longest, ...frames.map(({ length }) => length));
            most = Math.max(most, framer.pendingBytes);
          }
          expect(longest).toBeLessThanOrEqual(protocol.maxFrameBytes);
          expect(most).toBeLessThanOrEqual(protocol.maxFrameBytes + size);
        },
      ),
      { numRuns: 300 },
    );
  });
});
