import { expect, test } from 'vitest';
import { concat, fromHex, toHex } from '../tools/bytes.ts';
import { newTeltonikaDecoder } from './decoder.ts';
import { encodeReply, encodeTcpFrame, gpsText } from './device.ts';

const bytes = (hex: string): Uint8Array => fromHex(hex.replaceAll(/\s/g, '')) ?? new Uint8Array(0);
const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);
const decoder = newTeltonikaDecoder();
const hexOf = (command: Parameters<typeof decoder.encode>[0]): string => {
  const frame = decoder.encode(command);
  return frame === null ? 'null' : toHex(frame);
};

test('getinfo is the example frame of the manual', () => {
  expect(hexOf({ kind: 'text', text: 'getinfo' })).toBe('000000000000000f0c010500000007676574696e666f0100004312');
});

test('engine stop and resume switch digital output 1, locate requests the position', () => {
  expect(hexOf({ kind: 'engineStop' })).toContain(toHex(ascii('setdigout 1')));
  expect(hexOf({ kind: 'engineResume' })).toContain(toHex(ascii('setdigout 0')));
  expect(hexOf({ kind: 'locate' })).toContain(toHex(ascii('getgps')));
});

test('a text that the device cannot read is not sent', () => {
  for (const text of ['', 'зажигание', 'a\nb', 'x'.repeat(1025)]) expect(hexOf({ kind: 'text', text })).toBe('null');
});

test('codec 12: the reply is text, and needs no acknowledgement', () => {
  const decoded = decoder.decode(encodeReply('DOUT1:1 Timeout:INFINITY'));
  expect(decoded.replies).toEqual([]);
  expect(decoded.messages).toEqual([
    { kind: 'reply', deviceTime: null, fix: null, attributes: {}, text: 'DOUT1:1 Timeout:INFINITY' },
  ]);
});

test('the reply to getgps is also a fix', () => {
  const text = 'GPS:1 Sat:7 Lat:54.714730 Long:-25.303040 Alt:147 Speed:12 Dir:77 Date: 2026/6/16 Time: 12:32:26';
  const [message] = decoder.decode(encodeReply(text)).messages;
  expect(message).toMatchObject({ kind: 'reply', text });
  const fix = { valid: true, lat: 54.71473, lon: -25.30304, altitudeM: 147, speedKph: 12, courseDeg: 77 };
  expect(message?.fix).toEqual({ time: new Date('2026-06-16T12:32:26Z'), ...fix });
  // As a simulated device sends it.
  const { altitudeM, ...reported } = fix;
  const own = gpsText({ time: new Date('2026-06-16T12:32:26Z'), ...reported, altitudeM, satellites: 7 });
  expect(decoder.decode(encodeReply(own)).messages[0]?.fix).toEqual(message?.fix);
  expect(decoder.decode(encodeReply(text.replace('54.71', '94.71'))).messages[0]?.fix).toBeNull();
});

test('codec 13: the reply has a time, whether or not its length includes it', () => {
  // 0x5EA6F1B0 s = 2020-04-27T14:52:32Z
  for (const length of ['00000009', '00000005']) {
    const data = concat(bytes(`0D 01 06 ${length} 5EA6F1B0`), ascii('hello'), bytes('01'));
    const { messages } = decoder.decode(encodeTcpFrame(data));
    expect(messages[0]?.text).toBe('hello');
    expect(messages[0]?.deviceTime).toEqual(new Date('2020-04-27T14:52:32Z'));
  }
});

test('codec 14: the reply identifies the device; a refusal is marked so', () => {
  const accepted = concat(bytes('0E 01 06 0000000A 0352093081452251'), ascii('ok'), bytes('01'));
  const decoded = decoder.decode(encodeTcpFrame(accepted));
  expect(decoded.identities).toEqual(['352093081452251']);
  expect(decoded.messages[0]?.text).toBe('ok');
  const refused = decoder.decode(encodeTcpFrame(bytes('0E 01 11 00000008 0352093081452468 01')));
  expect(refused.messages[0]?.text).toBe('refused: not this IMEI');
});

test('a reply longer than its frame is a fault', () => {
  expect(decoder.decode(encodeTcpFrame(bytes('0C 01 06 7FFFFFFF 41 01'))).fault).toContain('longer');
  expect(decoder.decode(encodeTcpFrame(bytes('0E 01 06 00000002 0352093081452251 01'))).fault).toContain('shorter');
});

test('a camera offers a photo', () => {
  const { messages } = decoder.decode(encodeTcpFrame(bytes('0C 01 0D 00000009 01 598493ED 00012345 01')));
  expect(messages[0]?.attributes).toEqual({ photoId: '598493ed', photoBytes: 0x12345 });
});

test('a card from a serial reader is a driver, not a reply', () => {
  const text = 'GTSL|6|1|0|32958325|1|';
  const data = concat(bytes('0C 01 06 00000016'), ascii(text), bytes('01'));
  expect(decoder.decode(encodeTcpFrame(data)).messages).toEqual([
    { kind: 'report', deviceTime: null, fix: null, attributes: { driverTag: '32958325' } },
  ]);
});
