import { expect, test } from 'vitest';
import { toHex } from './tools/bytes.ts';
import { decodeLine } from './decode-line.ts';
import { osmand } from './osmand/osmand.ts';
import { encodeAvl, encodeAvlUdp, encodeLogin, encodeReply } from './teltonika/device.ts';
import { teltonika } from './teltonika/teltonika.ts';

const NOW = new Date('2026-03-01T09:30:00Z');
const hex = (bytes: Uint8Array): string => JSON.stringify({ kind: 'hex', data: toHex(bytes) });
const reported = (bytes: Uint8Array) => decodeLine(teltonika, hex(bytes), NOW);
const RECORD = { time: new Date('2026-03-01T08:00:00Z'), lat: 12.5, lon: 77.25, speedKph: 40, ignition: true };
const POSITION = {
  fixTime: '2026-03-01T08:00:00.000Z',
  valid: true,
  latitude: 12.5,
  longitude: 77.25,
  altitudeM: 0,
  speedKph: 40,
  courseDeg: 0,
  attributes: { satellites: 12, ignition: true },
};

test('a login has an identity and no position, records have positions, a reply has its text', () => {
  expect(reported(encodeLogin('356307042441013'))).toEqual({ deviceIds: ['356307042441013'], positions: [] });
  expect(reported(encodeAvl([RECORD, RECORD]))).toEqual({ deviceIds: [], positions: [POSITION, POSITION] });
  expect(reported(encodeAvlUdp('1234567890', 1, 2, [RECORD]))).toEqual({
    deviceIds: ['1234567890'],
    positions: [POSITION],
  });
  expect(reported(encodeReply('done'))).toEqual({ deviceIds: [], positions: [], replies: ['done'] });
});

test('a capture with a wrong checksum is decoded with a warning that a server would refuse it', () => {
  const frame = encodeAvl([RECORD]);
  frame[frame.length - 1] = (frame.at(-1) ?? 0) ^ 1;
  expect(decodeLine(teltonika, hex(frame), NOW)).toEqual({
    deviceIds: [],
    positions: [POSITION],
    warning: 'the checksum is wrong',
  });
});

test('an HTTP request without a time gets the time of arrival; attributes without a position have no fix time', () => {
  const request = { kind: 'http', data: { method: 'GET', url: '/?id=7&batt=50', headers: null, body: null } };
  expect(decodeLine(osmand, JSON.stringify(request), NOW)).toEqual({
    deviceIds: ['7'],
    positions: [
      {
        fixTime: null,
        valid: false,
        latitude: 0,
        longitude: 0,
        altitudeM: null,
        speedKph: 0,
        courseDeg: 0,
        attributes: { batteryPercent: 50 },
      },
    ],
  });
});

test.each([
  ['', 'the line is empty'],
  ['{', 'the line is not JSON'],
  ['7', 'not a JSON object'],
  ['{"kind":"hex","data":"0g"}', 'a hex or text frame is wanted'],
  ['{"kind":"http","data":{"url":"/"}}', 'a hex or text frame is wanted'],
  ['{"kind":"hex","data":"00"}', 'frame too short'],
])('%j is answered with an error', (line, reason) => {
  expect(decodeLine(teltonika, line, NOW)).toEqual({ error: expect.stringContaining(reason) });
});

test('bytes are not an HTTP request', () => {
  expect(decodeLine(osmand, '{"kind":"hex","data":"00"}', NOW)).toEqual({
    error: expect.stringContaining('http frame'),
  });
});
