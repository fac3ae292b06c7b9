import type { HttpFrame } from '../types.ts';
import { osmandQuery, traccarClientBody } from './device.ts';

const PHONE = { id: '356000000000013', time: new Date('2026-03-22T10:15:30Z'), lat: -34.9055, lon: -56.1913 };

export const REQUESTS: readonly HttpFrame[] = [
  { method: 'GET', url: osmandQuery({ ...PHONE, speedKph: 40, batteryPercent: 57 }), headers: {}, body: '' },
  { method: 'POST', url: '/', headers: {}, body: traccarClientBody(PHONE) },
];
