/** Properties of every protocol over HTTP, tested with its own requests. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PROTOCOLS } from './registry.ts';
import { REQUESTS } from './samples.fixture.ts';
import type { HttpDecoded, HttpProtocol } from './types.ts';

const OVER_HTTP = PROTOCOLS.filter((protocol): protocol is HttpProtocol => protocol.kind === 'http');
const NOW = new Date('2026-03-22T10:16:00Z');
const WORDS = [
  '',
  '0',
  '-1',
  '1e999',
  '99999999999',
  'NaN',
  '{}',
  '[]',
  'null',
  'constructor',
  '__proto__',
  'toString',
];

const isPlain = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.every(isPlain)
    : typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);

/** Clocks that were never set count from 1970, receivers from 6 January 1980: such times count as missing. */
const FIRST_TIME = Date.UTC(1980, 0, 7);

/** Returns an impossible value in the decoded request. */
function wrongIn({ fault, identities, messages, reply }: HttpDecoded): unknown[] {
  const wrong: unknown[] = [];
  const must = (holds: boolean, what: unknown) => void (holds || wrong.push(what));
  must(reply.status === (fault === undefined ? 200 : 400), reply);
  must(fault === undefined || identities.length + messages.length === 0, 'something is said beside a fault');
  must(!/not a function|not iterable|undefined/.test(fault ?? ''), fault);
  for (const { fix, deviceTime, attributes } of messages) {
    const odd = Object.entries(attributes).filter(([name, value]) => !isPlain(value) || /function|object/.test(name));
    must(odd.length === 0, odd);
    must(deviceTime === null || deviceTime.getTime() >= FIRST_TIME, deviceTime);
    if (fix === null) continue;
    const { time, lat, lon, speedKph, courseDeg } = fix;
    must(time.getTime() >= FIRST_TIME && Math.abs(lat) <= 90 && Math.abs(lon) <= 180, fix);
    must(speedKph >= 0 && courseDeg >= 0 && courseDeg < 360, fix);
  }
  return wrong;
}

describe.each(OVER_HTTP.map((protocol) => ({ name: protocol.name, protocol })))('$name', ({ name, protocol }) => {
  const requests = REQUESTS[name] ?? [];

  test('has requests that are all decoded, some with an identity and coordinates', () => {
    const decoded = requests.map((request) => protocol.decode(request, NOW));
    expect(decoded.flatMap(({ fault }) => fault ?? [])).toEqual([]);
    expect(decoded.some(({ messages }) => messages.some(({ fix }) => fix?.valid))).toBe(true);
    expect(decoded.some(({ identities }) => identities.length > 0)).toBe(true);
  });

  test('neither throws nor reports the impossible, whatever word is changed', () => {
    const wrong = requests.flatMap((request) => {
      const part = request.body === '' ? 'url' : 'body';
      const words = request[part].split(/([^\w.-]+)/);
      const texts = [...words.keys()].flatMap((index) => WORDS.map((word) => words.with(index, word).join('')));
      return texts.flatMap((text) => wrongIn(protocol.decode({ ...request, [part]: text }, NOW)));
    });
    expect(wrong).toEqual([]);
  });

  test('neither throws nor reports the impossible, whatever letters are changed or cut off', () => {
    const changes = fc.array(fc.tuple(fc.nat(4000), fc.string({ maxLength: 3 })), { maxLength: 4 });
    const changed = fc.tuple(fc.constantFrom(...requests), changes, fc.nat(60)).map(([request, mutations, cut]) => {
      const change = (text: string) => {
        let copy = text;
        for (const [place, put] of mutations) {
          const at = place % (copy.length + 1);
          copy = copy.slice(0, at) + put + copy.slice(at + 1);
        }
        return cut < 20 ? copy.slice(0, Math.max(0, copy.length - cut)) : copy;
      };
      return { ...request, url: change(request.url), body: request.body && change(request.body) };
    });
    fc.assert(
      fc.property(changed, (request) => wrongIn(protocol.decode(request, NOW)).length === 0),
      { numRuns: 300 },
    );
  });
});
