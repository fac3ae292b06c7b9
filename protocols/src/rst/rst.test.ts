import { expect, test } from 'vitest';
import { asciiBytes, textOf } from '../tools/text.ts';
import { rst } from './rst.ts';
import { FRAMES, message, POSITION } from './samples.fixture.ts';

const decode = (bytes: Uint8Array) => rst.newDecoder('udp').decode(bytes);
const first = (bytes: Uint8Array) => decode(bytes).messages[0];

test('a position has coordinates, time, voltage and switches', () => {
  expect(decode(FRAMES.position).identities).toEqual(['004500013']);
  const placed = first(FRAMES.position);
  expect(placed?.deviceTime).toEqual(new Date('2026-03-22T10:15:32Z'));
  expect(placed?.fix).toEqual({
    time: new Date('2026-03-22T10:15:30Z'),
    valid: true,
    lat: -34.9055,
    lon: -56.1913,
    altitudeM: 12,
    speedKph: 40,
    courseDeg: 87,
  });
  // 0xb0 has its highest bit set; 0xfe is -2 in eight bits.
  expect(placed?.attributes).toEqual({
    event: 1,
    satellites: 9,
    hdop: 1,
    inputs1: 0,
    inputs2: 0xb0,
    inputs3: 0,
    ignition: true,
    outputs1: 0x1a,
    outputs2: 2,
    powerV: 12.24,
    batteryV: 4,
    odometerM: 125_037,
    rssi: 23,
    temperature1C: -2,
    status: 0x1c0,
  });
});

test('a card identifies the driver, also afterwards', () => {
  expect(first(FRAMES.driver)?.attributes).toMatchObject({ driverTag: '001606017031', archived: true });
  const off = message(`2;1;${POSITION.replace(';B0;', ';20;')};1`);
  expect(first(off)?.attributes.ignition).toBe(false);
});

test('a command reply is passed on; a trip is known and has no position', () => {
  expect(first(FRAMES.answer)).toMatchObject({ kind: 'reply', text: '134' });
  expect(decode(FRAMES.journey)).toMatchObject({ identities: ['004500013'], messages: [] });
});

test('each message is answered by its counter once it is stored', () => {
  const [reply] = decode(FRAMES.driver).replies;
  expect(reply && [reply.when, textOf(reply.bytes)]).toEqual(['stored', 'RST;A;RST-MINIv2;V7.04;004500013;248;6;FIM;']);
});

test('a message without an identity or of another kind is a fault', () => {
  for (const text of ['RST;L;a;b;1;1;1;FIM;', 'XST;']) expect(decode(asciiBytes(text)).fault).toBeDefined();
});
