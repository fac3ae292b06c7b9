import type { HttpFrame } from '../types.ts';

export const post = (content: unknown): HttpFrame => ({
  method: 'POST',
  url: '/',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(content),
});

export const POSITION = {
  GpsUTC: '2026-03-22 10:15:30',
  Lat: -34.9055,
  Long: -56.1913,
  Alt: 12,
  Spd: 1111,
  SpdAcc: 13,
  Head: 87,
  PDOP: 18,
  PosAcc: 7,
  GpsStat: 7,
  FType: 0,
};
export const SWITCHES = { DIn: 5, DOut: 2, DevStat: 3, FType: 2 };
const ANALOGS = { AnalogueData: { 1: 4125, 2: 1234, 3: -550, 4: 24, 5: 4072 }, FType: 6 };

export const record = (reason: number, ...fields: object[]) => ({
  SeqNo: 125,
  Reason: reason,
  DateUTC: '2026-03-22 10:15:32',
  Fields: fields,
});
const HEAD = { SerNo: 131_693, IMEI: '356000000000013', ICCID: '89445385', ProdId: 33, FW: '33.4.1.27' };
export const records = (...all: object[]) => post({ ...HEAD, Records: all });

const DEVICE = { sn: '416581', prod: 85, rev: 1, fw: '1.12', imei: '356000000000013' };
export const edge = (rest: object) => post({ date: '2026-03-22T10:15:30Z', device: DEVICE, sqn: 1549, ...rest });

/** Requests as the maker's server sends them, constructed rather than recorded. */
export const REQUESTS: readonly [HttpFrame, HttpFrame, HttpFrame] = [
  records(record(11, POSITION, SWITCHES, ANALOGS), record(12, POSITION, { ...SWITCHES, DIn: 0, DevStat: 0x40 })),
  edge({
    reason: 1,
    lat: -34.9055,
    lng: -56.1913,
    posAcc: 47.7,
    analogues: [{ id: 1, val: 4265 }],
    inputs: 1,
    outputs: 0,
    status: 137,
  }),
  edge({
    reason: 42,
    counters: [
      { id: 0, val: 5304 },
      { id: 1, val: 9950 },
      { id: 128, val: 1 },
    ],
  }),
];
