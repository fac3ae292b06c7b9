/** What holds for each protocol over TCP or UDP, tried with its own samples. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PROTOCOLS } from './registry.ts';
import { SAMPLES } from './samples.fixture.ts';
import { concat } from './tools/bytes.ts';
import { textOf } from './tools/text.ts';
import type { Command, Decoded, StreamProtocol } from './types.ts';

const STREAMS = PROTOCOLS.filter((protocol): protocol is StreamProtocol => protocol.kind === 'stream');

const COMMANDS: readonly Command[] = [
  { kind: 'locate' },
  { kind: 'engineStop' },
  { kind: 'engineResume' },
  { kind: 'text', text: 'STATUS' },
];

function sane({ fault, identities, messages, replies }: Decoded): void {
  if (fault !== undefined) expect([identities, messages, replies]).toEqual([[], [], []]);
  for (const { fix, deviceTime, attributes } of messages) {
    const figures = Object.entries(attributes).filter(([, value]) => typeof value === 'number');
    expect(figures.filter(([, value]) => !Number.isFinite(value))).toEqual([]);
    if (deviceTime !== null) expect(Number.isFinite(deviceTime.getTime())).toBe(true);
    if (fix === null) continue;
    expect(Number.isFinite(fix.time.getTime())).toBe(true);
    expect(Math.abs(fix.lat)).toBeLessThanOrEqual(90);
    expect(Math.abs(fix.lon)).toBeLessThanOrEqual(180);
    expect(fix.speedKph).toBeGreaterThanOrEqual(0);
    expect(fix.courseDeg).toBeGreaterThanOrEqual(0);
    expect(fix.courseDeg).toBeLessThan(360);
  }
}

describe.each(STREAMS.map((protocol) => ({ name: protocol.name, protocol })))('$name', ({ name, protocol }) => {
  const samples = SAMPLES[name] ?? [];

  test('has samples, none of which is a fault, and some of which say where and who', () => {
    expect(samples.length).toBeGreaterThan(0);
    const decoder = protocol.newDecoder('tcp');
    const said = samples.map((sample) => decoder.decode(sample));
    expect(said.flatMap(({ fault }) => fault ?? [])).toEqual([]);
    expect(said.some(({ messages }) => messages.some(({ fix }) => fix?.valid))).toBe(true);
    expect(said.some(({ identities }) => identities.length > 0)).toBe(true);
  });

  test('takes the commands that it names once it knows the device, its own phrases, and no other', () => {
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
      ...(output?.numbers.flatMap((number) => [output.say(number, true), output.say(number, false)]) ?? []),
      ...(odometer ? [odometer(0), odometer(999_999)] : []),
      ...(sosNumbers ? [sosNumbers.say(Array.from({ length: sosNumbers.most }, () => '+919822012345'))] : []),
    ])
      expect(decoder.encode({ kind: 'text', text })).not.toBeNull();
  });

  test('finds the same frames however the stream is cut', () => {
    const stream = concat(...samples);
    const whole = protocol.newFramer().push(stream);
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
        expect(frames.map((frame) => [...frame])).toEqual(whole.map((frame) => [...frame]));
        expect([framer.garbageBytes, framer.pendingBytes]).toEqual([0, 0]);
      }),
      { numRuns: 100 },
    );
  });

  const changes = fc.array(fc.record({ at: fc.nat(400), byte: fc.nat(255) }), { maxLength: 6 });
  const changed = fc.tuple(fc.constantFrom(...samples), changes, fc.nat(60)).map(([sample, mutations, cut]) => {
    const copy = Uint8Array.from(sample);
    for (const { at, byte } of mutations) copy[at % copy.length] = byte;
    return cut < copy.length / 4 ? copy.subarray(0, copy.length - cut) : copy;
  });

  test('neither throws nor says what cannot be, whatever is changed in a frame', () => {
    fc.assert(
      fc.property(fc.array(changed, { maxLength: 4 }), fc.constantFrom(...protocol.transports), (frames, transport) => {
        const decoder = protocol.newDecoder(transport);
        for (const frame of frames) sane(decoder.decode(frame));
      }),
      { numRuns: 1000 },
    );
  });

  test('takes no word of a device for one of its own that only objects of the language know', () => {
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
            const said: readonly unknown[] = Array.isArray(value) ? value : [value];
            const isPlain = said.every((one) => ['string', 'number', 'boolean', 'undefined'].includes(typeof one));
            if (!isPlain || /function|object/.test(attribute)) wrong.push([attribute, value]);
          }
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  test('is through 64 KB that have no end in little time', () => {
    const head = samples[0]?.subarray(0, 8) ?? new Uint8Array(0);
    for (const byte of ['0', ',', '$', '(', 'x', '\u00ff'].map((letter) => letter.charCodeAt(0))) {
      const endless = new Uint8Array(65_536).fill(byte);
      const framer = protocol.newFramer();
      const began = process.threadCpuUsage();
      framer.push(concat(head, endless));
      framer.push(endless);
      const { user, system } = process.threadCpuUsage(began);
      // A hundred times more than most need; looking through all of it for each byte takes 2 to 50 s.
      expect((user + system) / 1000).toBeLessThan(500);
    }
  });

  test('holds no more than a frame, whatever comes', () => {
    const garbage = fc.uint8Array({ maxLength: 300 });
    fc.assert(
      fc.property(
        fc.array(fc.oneof(changed, garbage), { maxLength: 20 }),
        fc.integer({ min: 1, max: 700 }),
        (parts, size) => {
          const stream = concat(...parts);
          const framer = protocol.newFramer();
          for (let at = 0; at < stream.length; at += size) {
            for (const frame of framer.push(stream.subarray(at, at + size))) {
              expect(frame.length).toBeLessThanOrEqual(protocol.maxFrameBytes);
            }
            expect(framer.pendingBytes).toBeLessThanOrEqual(protocol.maxFrameBytes + size);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
