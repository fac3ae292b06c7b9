import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as gt06 from '@milepost/protocols/gt06/device';
import { PROTOCOLS } from '@milepost/protocols/registry';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deviceClient } from '../testing/device-client.ts';
import { type ExposedMetric, type MeasuredServer, measuredServer } from '../testing/exposed-metrics.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
let measured: MeasuredServer;
let own: ExposedMetric[];

beforeAll(async () => {
  measured = await measuredServer({ ADOPT_UNKNOWN: 'true' });
  own = measured.metrics.filter(({ name }) => name.startsWith('milepost_'));
}, 60_000);
afterAll(() => measured?.close());

/** Labels whose values are a closed list, or that the code bounds. */
const BOUNDED = 'kind operation part pool protocol queue reason result state status type version work'.split(' ');
/** https://prometheus.io/docs/practices/naming/: base units only. */
const OTHER_UNITS = /_(ms|milliseconds|minutes|days|kilobytes|kb|mb|megabytes|percent|km|metres)(_|$)/;
const FORMER = ['milepost_disk_hours_left', 'milepost_facts_told_total', 'milepost_live_by_calls'];
const FORMER_HELP = /^Former name of milepost_\w+(, in hours)?, which the next minor release drops\.$/;

test('follows the conventions of Prometheus', () => {
  expect(own.length).toBeGreaterThan(35);
  for (const { name, type, help, labelNames } of own) {
    expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter']);
    expect(name).toMatch(/^[a-z]+(_[a-z]+)+$/);
    expect(name).not.toMatch(OTHER_UNITS);
    if (type === 'histogram') expect(name).toMatch(/_(seconds|bytes)$/);
    expect(help).toMatch(/^[A-Z][^\n]{10,}[^.]\.$/);
    expect([name, labelNames.filter((label) => !BOUNDED.includes(label))]).toEqual([name, []]);
  }
});

test('marks what it exports under a former name, for one release', () => {
  const former = own.filter(({ help }) => FORMER_HELP.test(help)).map(({ name }) => name);
  expect(former.toSorted()).toEqual(FORMER);
});

test('is described as a whole in the manual', () => {
  const manual = readFileSync(path.join(ROOT, 'docs/operations/monitoring.md'), 'utf8');
  const described = [...manual.matchAll(/^\| `(milepost_\w+)/gm)].map(([, name = '']) => name);
  expect(described.toSorted()).toEqual(own.map(({ name }) => name).toSorted());
});

test('counts a frame from receipt to commit under its protocol, and a call under its operation and status', async () => {
  const port = measured.server.gatewayPorts.find(({ protocol }) => protocol === 'gt06')?.port ?? 0;
  const device = await deviceClient(port);
  device.send(gt06.encodeLogin('356307042441013', 1));
  const fix = { time: new Date(), lat: -34.9, lon: -56.2, speedKph: 1, courseDeg: 0, satellites: 9, valid: true };
  device.send(gt06.encodePosition(fix, 2));
  await fetch(`${measured.server.address}/1.html`, { method: 'POST', body: '{"route":"get-setup"}' });
  await fetch(`${measured.server.address}/1.html`, { method: 'POST', body: '{"route":"no-such-call"}' });
  await fetch(`${measured.server.address}/%2e%2e/secret-path.js`);
  await expect.poll(measured.text, { timeout: 10_000 }).toContain('milepost_positions_stored_total{kind="new"} 1');
  const lines = (await measured.text()).split('\n');
  device.close();
  const expected = [
    'milepost_ingest_seconds_count{protocol="gt06"} 1',
    'milepost_operation_seconds_count{operation="get-setup",status="4xx"} 1',
    'milepost_http_request_seconds_count{part="calls",status="2xx"} 2',
    'milepost_http_request_seconds_count{part="pages",status="4xx"} 1',
    'milepost_ready 1',
  ];
  expect(expected.filter((line) => !lines.includes(line))).toEqual([]);
  expect(lines.filter((line) => /no-such-call|secret-path|356307042441013/.test(line))).toEqual([]);
  // Without a forecast there is none, not a disk that is full now.
  expect(lines.filter((line) => /^milepost_(disk_time_left|certificate|backup_age)/.test(line))).toEqual([]);
  const protocols = lines.flatMap((line) => /protocol="([^"]*)"/.exec(line)?.[1] ?? []);
  expect(protocols.filter((name) => !PROTOCOLS.some((protocol) => protocol.name === name))).toEqual([]);
});
