import { expect, test } from 'vitest';
import { concat } from '../tools/bytes.ts';
import { asciiBytes } from '../tools/text.ts';
import { newXrb28Decoder } from './xrb28.ts';
import { FRAMES, message } from './samples.fixture.ts';

const decode = (bytes: Uint8Array) => newXrb28Decoder().decode(bytes);
const first = (bytes: Uint8Array) => decode(bytes).messages[0];
const toDevice = (content: string) =>
  concat(Uint8Array.of(0xff, 0xff), asciiBytes(`*SCOS,OM,356000000000013,${content}#\n`));

test('a position has identity, coordinates and time', () => {
  expect(decode(FRAMES.position).identities).toEqual(['356000000000013']);
  const fix = first(FRAMES.position)?.fix;
  expect(fix).toMatchObject({ time: new Date('2026-03-22T10:15:30Z'), valid: true, altitudeM: 12.5 });
  expect(fix?.lat).toBeCloseTo(-34.9055, 6);
  expect(fix?.lon).toBeCloseTo(-56.1913, 6);
  expect(first(FRAMES.position)?.attributes).toEqual({ satellites: 6, hdop: 0.21 });
  expect(first(FRAMES.lost)?.fix).toBeNull();
});

test('a login and a heartbeat have battery, signal and lock', () => {
  expect(first(FRAMES.login)).toMatchObject({
    kind: 'heartbeat',
    attributes: { batteryV: 4.12, batteryPercent: 80, rssi: 28 },
  });
  expect(first(FRAMES.heartbeat)).toMatchObject({
    kind: 'heartbeat',
    attributes: { immobilized: true, batteryV: 4.08, rssi: 27, batteryPercent: 75, charging: true },
  });
});

test('alarms and faults are reported, alarms and lock events answered once they are stored', () => {
  expect(first(FRAMES.alarm)?.attributes.alarm).toEqual(['fallDown']);
  expect(first(message('W0,1'))?.attributes.alarm).toEqual(['movement']);
  expect(first(message('W0,3'))?.attributes.alarm).toEqual(['lowBattery']);
  expect(first(FRAMES.fault)?.attributes).toEqual({ alarm: ['fault'], errorCode: 7 });
  expect(decode(FRAMES.alarm).replies).toEqual([{ when: 'stored', bytes: toDevice('W0') }]);
  expect(first(FRAMES.unlocked)).toMatchObject({ kind: 'reply', text: 'L0,0,1234,1497689816' });
  expect(decode(FRAMES.unlocked).replies).toEqual([{ when: 'stored', bytes: toDevice('L0') }]);
  expect(decode(FRAMES.heartbeat).replies).toEqual([]);
});

test("commands carry the device's manufacturer code", () => {
  const decoder = newXrb28Decoder();
  expect(decoder.encode({ kind: 'locate' })).toBeNull();
  decoder.decode(FRAMES.login);
  expect(decoder.encode({ kind: 'locate' })).toEqual(toDevice('D0'));
  expect(decoder.encode({ kind: 'text', text: 'S5' })).toEqual(toDevice('S5'));
  decoder.decode(asciiBytes('*SCOR,NG,356000000000013,H0,0,412,28,80,0#'));
  expect(String(decoder.encode({ kind: 'locate' }))).toBe(
    String(concat(Uint8Array.of(0xff, 0xff), asciiBytes('*SCOS,NG,356000000000013,D0#\n'))),
  );
  expect(decoder.encode({ kind: 'engineStop' })).toBeNull();
});

test('another header and a missing identity are faults', () => {
  for (const text of ['*HQ,OM,356000000000013,Q0,1,1,1#', '*SCOR,OM,1,Q0,412,80,28#'])
    expect(decode(asciiBytes(text)).fault).toBeDefined();
});
