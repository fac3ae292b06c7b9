import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as gt06 from '@milepost/protocols/gt06/device';
import { PROTOCOLS } from '@milepost/protocols/registry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { deviceClient } from '../testing/device-client.ts';
import { type ExposedMetric, type MeasuredServer, measuredServer } from '../testing/exposed-metrics.ts';
import { selectedSeries } from '../testing/promql.ts';

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

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string; docs: string };
}

interface Panel {
  id: number;
  type: string;
  title: string;
  datasource?: { uid: string };
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { refId: string; expr: string; datasource: { uid: string } }[];
}

interface Dashboard {
  uid: string;
  title: string;
  templating: { list: { name: string; type: string; definition?: string }[] };
  panels: Panel[];
}

const MONITORING = path.join(ROOT, 'deploy/monitoring');
const DASHBOARDS = path.join(MONITORING, 'grafana/dashboards');
/** Prometheus adds these to each series; `ALERTS` and `up` are its own. */
const ADDED = ['instance', 'job'];
const OF_PROMETHEUS: Record<string, string[]> = { up: [], ALERTS: ['alertname', 'alertstate', 'severity'] };

/** The faults of a query: metrics and labels that the server does not have. */
function faultsOf(query: string): string[] {
  const labels = new Map(Object.entries(OF_PROMETHEUS));
  for (const { name, type, labelNames } of measured.metrics) {
    if (type !== 'histogram') labels.set(name, labelNames);
    else {
      for (const series of ['sum', 'count']) labels.set(`${name}_${series}`, labelNames);
      labels.set(`${name}_bucket`, [...labelNames, 'le']);
    }
  }
  return selectedSeries(query).flatMap(({ metric, labels: used }) => {
    const known = labels.get(metric);
    if (!known) return [`no metric ${metric}: ${query}`];
    return used
      .filter((label) => !known.includes(label) && !ADDED.includes(label))
      .map((label) => `no label ${label} of ${metric}: ${query}`);
  });
}

describe('the alert rules', () => {
  const { groups }: { groups: { name: string; rules: Rule[] }[] } = parse(
    readFileSync(path.join(MONITORING, 'alerts.yml'), 'utf8'),
  );
  const rules = groups.flatMap((group) => group.rules);

  test('read metrics and labels that the server exports, none of them under a former name', () => {
    expect(rules.length).toBeGreaterThan(20);
    expect(rules.flatMap(({ expr }) => faultsOf(expr))).toEqual([]);
    expect(rules.filter(({ expr }) => FORMER.some((name) => expr.includes(name)))).toEqual([]);
  });

  test('have a severity, a first step, and a section of the manual', () => {
    const manual = readFileSync(path.join(ROOT, 'docs/operations/alerts.md'), 'utf8');
    const sections = [...manual.matchAll(/^### (\w+)$/gm)].map(([, name = '']) => name);
    expect(sections).toEqual(rules.map(({ alert }) => alert));
    for (const { alert, labels, annotations } of rules) {
      expect(['critical', 'warning']).toContain(labels.severity);
      expect(annotations.docs).toBe(`docs/operations/alerts.md#${alert.toLowerCase()}`);
      expect([alert, annotations.runbook, annotations.summary]).toEqual([
        alert,
        expect.stringMatching(/.{20}\.$/),
        expect.stringMatching(/.{10}/),
      ]);
    }
  });
});

describe('the dashboards', () => {
  const dashboards = readdirSync(DASHBOARDS).map((file): Dashboard =>
    JSON.parse(readFileSync(path.join(DASHBOARDS, file), 'utf8')),
  );

  test('read metrics and labels that the server exports, none of them under a former name', () => {
    const queries = dashboards.flatMap(({ panels }) =>
      panels.flatMap(({ targets = [] }) => targets.map((one) => one.expr)),
    );
    expect(queries.length).toBeGreaterThan(40);
    expect(queries.flatMap((query) => faultsOf(query.replaceAll('$__rate_interval', '5m')))).toEqual([]);
    expect(queries.filter((query) => FORMER.some((name) => query.includes(name)))).toEqual([]);
    const variables = dashboards.flatMap(({ templating }) =>
      templating.list.flatMap(({ definition }) => definition ?? []),
    );
    for (const variable of variables) {
      const [, metric = ''] = /^label_values\((\w+), instance\)$/.exec(variable) ?? [];
      expect(faultsOf(metric)).toEqual([]);
    }
  });

  test('show every metric of ours that has a present name, or an alert reads it', () => {
    const shown = [
      ...dashboards.map((one) => JSON.stringify(one)),
      readFileSync(path.join(MONITORING, 'alerts.yml'), 'utf8'),
    ];
    const present = own.map(({ name }) => name).filter((name) => !FORMER.includes(name));
    expect(present.filter((name) => !shown.some((text) => text.includes(name)))).toEqual([]);
  });

  test('have their own identifiers, the chosen data source, and panels side by side', () => {
    expect(new Set(dashboards.map(({ uid }) => uid)).size).toBe(dashboards.length);
    for (const { title, templating, panels } of dashboards) {
      expect(templating.list).toContainEqual(expect.objectContaining({ name: 'datasource', type: 'datasource' }));
      expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
      const taken = new Set<string>();
      for (const { type, title: name, datasource, targets = [], gridPos } of panels) {
        expect(name).not.toBe('');
        expect(targets.length > 0).toBe(type !== 'row');
        for (const { uid } of [...(datasource ? [datasource] : []), ...targets.map((one) => one.datasource)])
          expect(uid).toBe('${datasource}');
        expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length);
        const { x, y, w, h } = gridPos;
        expect(x + w).toBeLessThanOrEqual(24);
        for (let cell = 0; cell < w * h; cell++) {
          const at = `${title}: ${x + (cell % w)}, ${y + Math.floor(cell / w)}`;
          expect(taken.has(at) ? at : 'free').toBe('free');
          taken.add(at);
        }
      }
    }
  });
});
