import { concat } from '../tools/bytes.ts';
import { crc16Ibm } from '../tools/crc16.ts';
import { asciiBytes } from '../tools/text.ts';

/** With its checksum and its line end. */
export const framed = (text: string) => {
  const json = asciiBytes(text);
  const sum = crc16Ibm(json);
  return concat(Uint8Array.of(0x24), json, Uint8Array.of(sum >> 8, sum & 0xff, 0x0d, 0x0a));
};

export const message = (about: string, content: object) =>
  framed(JSON.stringify({ topic: `v1/VF3102026000013/${about}`, payload: content }));

export const answer = (about: string, content: object) =>
  framed(JSON.stringify({ topic: `v1/VF3102026000013/${about}/resp`, result: content }));

/** Encodes 2026-03-22 10:15:30. */
export const SECONDS = Date.UTC(2026, 2, 22, 10, 15, 30) / 1000;

export const POSITION = {
  'gnss.latitude': -34.9055,
  'gnss.longitude': -56.1913,
  'gnss.altitude': 12.5,
  'gnss.speed': 21.6,
  'gnss.heading': 87.5,
  'gnss.hdop': 0.9,
};

/** Frames constructed from the maker's reference, not recorded from a device. */
export const FRAMES = {
  place: message('gnss/info', { 'gnss.ts': SECONDS, ...POSITION, 'gnss.fix': 4, 'gnss.num_sv': 11 }),
  renamed: message('gnss/info', { time: SECONDS, lat: -34.9055, log: -56.1913, 'gnss.fix': 3 }),
  diagnosis: message('obd/info', {
    'obd.ts': SECONDS,
    'obd.speed': 39,
    'obd.rpm': 1500.5,
    'obd.odo': 1400.25,
    'obd.e_hours': 2,
    'obd.f_lvl': 40,
    'obd.b_volt': null,
    'obd.vin': 'WDB9066051S123456',
  }),
  switches: message('io/info', {
    'io.ts': SECONDS,
    'io.AI1': 11.5,
    'io.DI1': 1,
    'io.DI1_pullup': 1,
    'io.DI2': 0,
    'io.DO3': 1,
    'io.IGT': 1,
  }),
  ignition: message('event/notice', { starts_at: SECONDS, status: 'raise', type: 'IGOFF', level: 1, ...POSITION }),
  located: answer('gnss/refresh', { ...POSITION, 'gnss.fix': 3, 'gnss.date': '2026-3-22', 'gnss.time': '10:15:30' }),
  refused: answer('io/control', { error: 'invalid_parameter', error_desc: 'invalid parameter' }),
  custom: message('userdata/info', { 'userdata.custom_key': 'custom_value' }),
};

export const SAMPLES = Object.values(FRAMES);
