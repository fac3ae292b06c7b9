import type { HttpFrame } from '../types.ts';

const LOCATION = { _type: 'location', tst: 1_774_174_530, lat: -34.9055, lon: -56.1913, vel: 42, tid: 'ro' };

export const REQUESTS: readonly HttpFrame[] = [
  { method: 'POST', url: '/?u=roger&d=phone', headers: {}, body: JSON.stringify(LOCATION) },
];
