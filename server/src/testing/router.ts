import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Services with the APIs of OSRM and Valhalla: a degree of longitude is 100 km and an hour, and other latitudes are
 * islands.
 */
export interface TestRouter {
  url: string;
  /** The requests: the places of a block, from and to. */
  requests: { path: string; from: number; to: number; profile: string }[];
  mood: { status?: number; raw?: string; hangs?: boolean };
  close(): Promise<void>;
}

interface Place {
  lat: number;
  lon: number;
}

const degrees = (from: Place, to: Place) => (from.lat === to.lat ? Math.abs(from.lon - to.lon) : null);
const scaled = (value: number | null, by: number) => (value === null ? null : value * by);

function osrmAnswer(url: URL): { answer: object; from: number; to: number; profile: string } {
  const [, , , profile = '', list = ''] = url.pathname.split('/');
  const places = list.split(';').map((one) => {
    const [lon = 0, lat = 0] = one.split(',').map(Number);
    return { lat, lon };
  });
  const chosen = (name: string) =>
    (url.searchParams.get(name) ?? '').split(';').flatMap((at) => places[Number(at)] ?? []);
  const [from, to] = [chosen('sources'), chosen('destinations')];
  const table = (by: number) => from.map((start) => to.map((end) => scaled(degrees(start, end), by)));
  const answer = { code: 'Ok', durations: table(3600), distances: table(100_000) };
  return { answer, from: from.length, to: to.length, profile };
}

function valhallaAnswer(text: string): { answer: object; from: number; to: number; profile: string } {
  const { sources, targets, costing }: { sources: Place[]; targets: Place[]; costing: string } = JSON.parse(text);
  const rows = sources.map((start, from_index) =>
    targets.map((end, to_index) => {
      const distanceDeg = degrees(start, end);
      return { from_index, to_index, time: scaled(distanceDeg, 3600), distance: scaled(distanceDeg, 100) };
    }),
  );
  const answer = { sources_to_targets: rows, units: 'kilometers' };
  return { answer, from: sources.length, to: targets.length, profile: costing };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

export async function testRouter(): Promise<TestRouter> {
  const router: TestRouter = { url: '', requests: [], mood: {}, close: async () => {} };
  const reply = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request);
    const url = new URL(request.url ?? '/', 'http://router');
    const { answer, ...recorded } = request.method === 'POST' ? valhallaAnswer(body) : osrmAnswer(url);
    router.requests.push({ path: `${url.pathname.split('/').slice(0, 3).join('/')}${url.search}`, ...recorded });
    const { status = 200, raw, hangs } = router.mood;
    if (hangs) return;
    response.writeHead(status, { 'content-type': 'application/json' }).end(raw ?? JSON.stringify(answer));
  };
  const server = createServer((request, response) => void reply(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port, not on a pipe
  router.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  router.close = async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  };
  return router;
}
