import { expect, test } from 'vitest';
import { encodeLogin } from '../gt06/device.ts';
import { newTopinDecoder } from './topin.ts';
import { newTopinFramer } from './framer.ts';
import { FRAMES } from './samples.fixture.ts';

const NOW = new Date('2026-03-22T10:15:30Z');
const decode = (frame: Uint8Array) => newTopinDecoder(() => NOW).decode(frame);
const replies = (frame: Uint8Array) =>
  decode(frame).replies.map(({ when, bytes }) => `${when} ${Buffer.from(bytes).toString('hex')}`);

test('a login identifies the device and is answered', () => {
  expect(decode(FRAMES.login)).toMatchObject({ identities: ['356000000000013'], messages: [{ kind: 'login' }] });
  expect(replies(FRAMES.login)).toEqual(['now 787801010d0a']);
});

test('a position has coordinates, time and speed, and its time is echoed once it is stored', () => {
  const [message] = decode(FRAMES.place).messages;
  expect(message).toMatchObject({
    fix: { time: NOW, valid: true, lat: -34.9055, speedKph: 40, courseDeg: 87 },
    attributes: { satellites: 9 },
  });
  expect(message?.fix?.lon).toBeCloseTo(-56.1913, 6);
  expect(replies(FRAMES.place)).toEqual(['stored 787800101a03160a0f1e0d0a']);
  expect(decode(FRAMES.storedPlace).messages[0]).toMatchObject({
    fix: { valid: false },
    attributes: { archived: true },
  });
});

test('Wi-Fi networks and cells are not a position', () => {
  expect(decode(FRAMES.networks).messages).toEqual([
    {
      kind: 'report',
      deviceTime: new Date('2026-03-22T10:15:30Z'),
      fix: null,
      attributes: {
        wifi: ['001122334455,-40'],
        cells: ['748,1,1822,19095,-100', '748,1,1822,19096,-85'],
        alarm: ['vibration'],
      },
    },
  ]);
  expect(replies(FRAMES.networks)).toEqual(['stored 787800692603221015300d0a']);
});

test('the state has battery and signal; its minutes are echoed, and the clock is set', () => {
  expect(decode(FRAMES.status).messages[0]?.attributes).toEqual({
    batteryPercent: 66,
    firmware: 64,
    rssi: 100,
    charging: false,
  });
  expect(replies(FRAMES.status)).toEqual(['now 78780213190d0a']);
  // 2026 is 0x07ea.
  expect(replies(FRAMES.clock)).toEqual(['now 7878073007ea03160a0f1e0d0a']);
  expect(decode(FRAMES.alive)).toMatchObject({ messages: [{ kind: 'heartbeat' }], replies: [] });
});

test('an end mark inside a position does not end it', () => {
  const place = Uint8Array.from(FRAMES.place);
  place.set([0x0d, 0x0a, 0x78], 12);
  expect(newTopinFramer().push(place)).toEqual([place]);
});

test('a frame of GT06 is a fault', () => {
  expect(decode(encodeLogin('356000000000013', 1)).fault).toContain('GT06');
});

const hex = (text: string) => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'));
/** -34.9055 and -56.1913: half a byte of sign, and 0xdd11c and 0x2eb44 millionths. */
const DEGREES = '22 1dd11c 38 12eb44';

const inDegrees = (type: string) => hex(`7878 1a ${type} 1a03160a0f1e ${DEGREES} ${DEGREES} 28 2b 09 0d0a`);

test('0x08 with content is a position in degrees, 0x09 the same from memory', () => {
  expect(decode(inDegrees('08')).messages).toMatchObject([
    {
      fix: { time: NOW, valid: true, lat: -34.9055, lon: -56.1913, speedKph: 40, courseDeg: 86 },
      attributes: { satellites: 9 },
    },
  ]);
  expect(decode(inDegrees('09')).messages).toMatchObject([{ fix: { valid: false }, attributes: { archived: true } }]);
  expect(newTopinFramer().push(inDegrees('08'))).toHaveLength(1);
});

test('an SOS and a shock raise their alarms; a position may have odometer and cause', () => {
  expect(decode(hex('787801990d0a')).messages).toMatchObject([{ attributes: { alarm: ['sos'] } }]);
  expect(decode(hex('787801940d0a')).messages).toMatchObject([{ attributes: { alarm: ['vibration'] } }]);
  const place = Buffer.from(FRAMES.place).toString('hex').replace('18570d0a', '1857fff4120d0a');
  expect(decode(hex(place)).messages).toMatchObject([
    { fix: { altitudeM: -12, lat: -34.9055 }, attributes: { alarm: ['overspeed', 'lowPower'] } },
  ]);
});

test('cells of all types are read, and a zero time only loses the time', () => {
  for (const type of ['18', '19', '1a']) {
    const networks = Buffer.from(FRAMES.networks).toString('hex').replace('787801692603', `787801${type}2603`);
    expect(decode(hex(networks)).messages[0]?.attributes.cells).toHaveLength(2);
    expect(newTopinFramer().push(hex(networks))).toHaveLength(1);
  }
  const zeros = Buffer.from(FRAMES.networks).toString('hex').replace('260322101530', '000000000000');
  expect(decode(hex(zeros)).messages).toMatchObject([{ deviceTime: null, attributes: { alarm: ['vibration'] } }]);
});
