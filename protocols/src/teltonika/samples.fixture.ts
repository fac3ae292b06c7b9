import { encodeAvl, encodeLogin } from './device.ts';

const PLACE = { time: new Date('2026-03-22T10:15:30Z'), lat: -34.9055, lon: -56.1913, speedKph: 40, courseDeg: 87 };

export const SAMPLES = [encodeLogin('356000000000013'), encodeAvl([PLACE], 0x8e)];
