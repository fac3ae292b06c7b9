import { REQUESTS as dmthttp } from './dmthttp/requests.fixture.ts';
import { REQUESTS as opengts } from './opengts/requests.fixture.ts';
import { osmandQuery, traccarClientBody } from './osmand/device.ts';
import { REQUESTS as pathaway } from './pathaway/requests.fixture.ts';
import type { HttpFrame } from './types.ts';

const PHONE = { id: '356000000000013', time: new Date('2026-03-22T10:15:30Z'), lat: -34.9055, lon: -56.1913 };
const request = (url: string, body = ''): HttpFrame => ({
  method: body === '' ? 'GET' : 'POST',
  url,
  headers: {},
  body,
});
const LOCATION = { _type: 'location', tst: 1_774_174_530, lat: -34.9055, lon: -56.1913, vel: 42, tid: 'ro' };

/** Of each protocol over HTTP requests as they come, for tests that hold for all of them. */
export const REQUESTS: Readonly<Record<string, readonly HttpFrame[]>> = {
  osmand: [
    request(osmandQuery({ ...PHONE, speedKph: 40, batteryPercent: 57 })),
    request('/', traccarClientBody(PHONE)),
  ],
  owntracks: [request('/?u=roger&d=phone', JSON.stringify(LOCATION))],
  opengts,
  pathaway,
  dmthttp,
};
