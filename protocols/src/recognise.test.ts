/** Recognition of a protocol by its first bytes. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { recognise } from './recognise.ts';
import { PROTOCOLS } from './registry.ts';
import { fromHex } from './tools/bytes.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const bytes = (text: string) => new TextEncoder().encode(text);

/** Texts are recorded without their ends, which are not line ends in every protocol. */
const ENDS: Readonly<Record<string, string>> = { gotop: '#', minifinder: ';', telic: '\0', tlt2h: '##', v680: '##' };

test('a login of the GT06 manual is recognised as GT06', () => {
  const login = fromHex('78780d01012345678901234500018cdd0d0a');
  expect(login && recognise(login, PROTOCOLS, NOW)).toEqual(['gt06']);
});

test('a position of the H02 manual is recognised as H02, also followed by part of the next frame', () => {
  const frame = '*HQ,8800000015,V1,121300,A,2234.1234,N,11350.1234,E,000.00,000,201126,FFFFFFFF#';
  expect(recognise(bytes(frame), PROTOCOLS, NOW)).toEqual(['h02']);
  expect(recognise(bytes(`${frame}*HQ,8800`), PROTOCOLS, NOW)).toEqual(['h02']);
});

test('an HTTP request belongs to the HTTP protocol that reads it', () => {
  const request = 'GET /?id=123456&lat=20.0&lon=73.8&timestamp=1700000000 HTTP/1.1\r\nHost: a\r\n\r\n';
  expect(recognise(bytes(request), PROTOCOLS, NOW)).toEqual(['osmand']);
  const body = '{"_type":"location","lat":20,"lon":73.8,"tst":1700000000,"tid":"va"}';
  const posted = `POST / HTTP/1.1\r\nContent-Type: application/json\r\n\r\n${body}`;
  expect(recognise(bytes(posted), PROTOCOLS, NOW)).toEqual(['owntracks']);
});

test('a text that AIS-140 also finds a position in belongs to the protocol with its layout', () => {
  const megastek =
    '$MGV002,356000000000013,,S,220326,101530,A,3454.3300,S,05611.4780,W,00,11,00,0.9,40.0,87.0,12.0,,748,01,0110,A029,24,,,,,,,,,10,100,Timer;!';
  expect(recognise(bytes(`${megastek}\r\n`), PROTOCOLS, NOW)).toEqual(['megastek', 'its']);
});

test('an empty stream, noise and another greeting are not recognised', () => {
  const noise = Uint8Array.from({ length: 600 }, (_, i) => (i * 197 + 13) % 251);
  for (const one of [new Uint8Array(0), bytes('SSH-2.0-OpenSSH_9.7\r\n'), noise])
    expect(recognise(one, PROTOCOLS, NOW)).toEqual([]);
});

test('recorded frames are recognised, and hardly one as another protocol', ({ skip }) => {
  const folder = join(import.meta.dirname, '../../../shared/data/device-frames');
  if (!existsSync(folder)) {
    console.warn(`recognising protocols was not tried with recorded frames: there are none at ${folder}`);
    skip();
  }
  const known = new Set(PROTOCOLS.map(({ name }) => name));
  const own = { all: 0, right: 0, wrong: 0 };
  const others = { all: 0, wrong: 0 };
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.jsonl'))) {
    const name = file.slice(0, -'.jsonl'.length);
    for (const line of readFileSync(join(folder, file), 'utf8').trim().split('\n')) {
      const { kind, data, positions } = JSON.parse(line);
      const first = kind === 'hex' ? fromHex(data) : kind === 'text' ? bytes(`${data}${ENDS[name] ?? '\r\n'}`) : null;
      if (!first) continue;
      const found = recognise(first, PROTOCOLS, new Date());
      if (!known.has(name)) {
        others.all++;
        if (found.length > 0) others.wrong++;
      } else if (positions.some((one: { ownFix: boolean }) => one.ownFix)) {
        own.all++;
        if (found[0] === name) own.right++;
        else if (found.length > 0) own.wrong++;
      }
    }
  }
  expect(own.right / own.all).toBeGreaterThan(0.9);
  expect(own.wrong / own.all).toBeLessThan(0.02);
  // Related protocols, which can only be distinguished by later bytes.
  expect(others.wrong / others.all).toBeLessThan(0.05);
});
