import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PROTOCOLS } from '@milepost/protocols/registry';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { readConfig } from './config.ts';
import { portSetting } from './gateway/device-ports.ts';
import { VERSION } from './version.ts';

const CHART = path.join(import.meta.dirname, '../../deploy/helm/milepost');
const read = (file: string) => readFileSync(path.join(CHART, file), 'utf8');
const templates = readdirSync(path.join(CHART, 'templates')).map((file) => ({ file, text: read(`templates/${file}`) }));

interface Values {
  devices: { protocols: { name: string; port: number; transports: string[] }[] };
  metrics: { port: number };
  [name: string]: unknown;
}
const values: Values = parse(read('values.yaml'));

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Helm checks the schema by the standard itself
const schema = z.fromJSONSchema(JSON.parse(read('values.schema.json')) as Parameters<typeof z.fromJSONSchema>[0]);

test('the chart has the version of the server', () => {
  expect(parse(read('Chart.yaml'))).toMatchObject({ name: 'milepost', version: VERSION, appVersion: VERSION });
});

test('the values match their schema, which refuses typing errors', () => {
  expect(schema.safeParse(values).error).toBeUndefined();
  const wrong = [
    { ...values, hots: 'fleet.example.org' },
    { ...values, devices: { protocols: [{ name: 'gt06', port: 80, transports: ['TCP'] }] } },
    { ...values, settings: { 'backup-url': 'x' } },
    { ...values, podDisruptionBudget: { enabled: true, maxUnavailable: 2 } },
    { ...values, processes: { web: { replicas: -1 } } },
    { ...values, processes: { ingest: { replicas: 0 } } },
    { ...values, processes: { kitchen: { replicas: 2 } } },
  ];
  expect(wrong.filter((one) => schema.safeParse(one).success)).toEqual([]);
});

/** The names of all values, with those of the objects around them. */
function namesOf(object: object, above = ''): string[] {
  return Object.entries(object).flatMap(([name, value]: [string, unknown]) => [
    `${above}${name}`,
    ...(typeof value === 'object' && value !== null && !Array.isArray(value) ? namesOf(value, `${above}${name}.`) : []),
  ]);
}

test('every value that a template reads exists, and every value is read', () => {
  const known = new Set(namesOf(values));
  const text = templates.map((one) => one.text).join('\n');
  const names = [...text.matchAll(/\.Values\.([\w.]+)/g)].map(([, name = '']) => name);
  expect(names.filter((name) => !known.has(name))).toEqual([]);
  expect(Object.keys(values).filter((name) => !names.some((one) => one.split('.')[0] === name))).toEqual([]);
});

test('the settings of the container exist, and the server takes them', () => {
  const pod = read('templates/_helpers.tpl');
  const names = [...pod.matchAll(/name: ([A-Z][A-Z_]+)\b/g)].map(([, name = '']) => name);
  const settings = readFileSync(path.join(import.meta.dirname, 'setting-definitions.ts'), 'utf8');
  expect(names.length).toBeGreaterThan(7);
  // That of a port is checked below: its name has the protocol in it.
  expect(names.filter((name) => name !== 'GATEWAY_' && !settings.includes(`\n  ${name}: `))).toEqual([]);
  const { protocols } = values.devices;
  for (const { name, port, transports } of protocols) {
    const protocol = PROTOCOLS.find((one) => one.name === name);
    if (!protocol) throw new Error(`no protocol ${name}`);
    expect(protocol.defaultPort).toBe(port);
    expect(portSetting(protocol)).toBe(`GATEWAY_${name.toUpperCase()}_PORT`);
    const served = 'transports' in protocol ? protocol.transports.map((one) => one.toUpperCase()) : ['TCP'];
    expect(transports).toEqual(served);
  }
  const config = readConfig({
    METRICS_PORT: String(values.metrics.port),
    METRICS_HOST: '0.0.0.0',
    GATEWAY_PROTOCOLS: protocols.map(({ name }) => name).join(','),
  });
  expect(config.gateway.protocols).toHaveLength(protocols.length);
});

test('the container runs as the user of the image, on a read-only file system, once by default', () => {
  expect(values).toMatchObject({ processes: { ingest: { replicas: 1 }, gateway: { replicas: 0 } } });
  const pod = read('templates/_helpers.tpl');
  for (const line of [
    'runAsUser: 1000',
    'readOnlyRootFilesystem: true',
    'allowPrivilegeEscalation: false',
    'fsGroupChangePolicy: OnRootMismatch',
    'capabilities: { drop: [ALL] }',
  ])
    expect(pod).toContain(line);
});
