import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A service with the API of Nominatim: https://nominatim.org/release-docs/latest/api/Overview/ */
export interface TestGeocoder {
  url: string;
  /** The requests in order, with their times (ms of the process). */
  requests: { path: string; params: Record<string, string>; at: number; userAgent: string }[];
  /** The responses to `reverse` and `search`; by default an address made from the request. */
  answers: { reverse?: unknown; search?: unknown };
  /** `status` other than 200 is a fault; `hangs` never responds. */
  mood: { status?: number; retryAfter?: string; hangs?: boolean; raw?: string };
  close(): Promise<void>;
}

export async function testGeocoder(): Promise<TestGeocoder> {
  const geocoder: TestGeocoder = { url: '', requests: [], answers: {}, mood: {}, close: async () => {} };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://geocoder');
    const params = Object.fromEntries(url.searchParams);
    const path = url.pathname.replace(/^\/+/, '');
    const userAgent = request.headers['user-agent'] ?? '';
    geocoder.requests.push({ path, params, at: performance.now(), userAgent });
    const { status = 200, retryAfter, hangs, raw } = geocoder.mood;
    if (hangs) return;
    const made = path.endsWith('reverse')
      ? (geocoder.answers.reverse ?? madeUp(params))
      : (geocoder.answers.search ?? []);
    response.writeHead(status, {
      'content-type': 'application/json',
      ...(retryAfter && { 'retry-after': retryAfter }),
    });
    response.end(raw ?? JSON.stringify(made));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port, not on a pipe
  geocoder.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  geocoder.close = async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  };
  return geocoder;
}

const madeUp = ({ lat, lon }: Record<string, string>) => ({
  display_name: `${lat}, ${lon}`,
  address: { road: `Road ${lat}`, house_number: lon, city: 'Nashik' },
});
