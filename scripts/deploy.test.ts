import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import path from 'node:path';
import { readConfig } from '@milepost/server/config';
import { expect, test } from 'vitest';
import { isShipped, ROOMS } from './assemble.mjs';

const read = (name: string) => readFileSync(path.join(import.meta.dirname, '../deploy', name), 'utf8');
const image = readFileSync(path.join(import.meta.dirname, '../Dockerfile'), 'utf8');
const COMPOSE_FILES = ['compose.yaml', 'compose.postgres.yaml'];
const valueIn = (file: string, pattern: RegExp) => pattern.exec(read(file))?.[1] ?? '';

test.each(COMPOSE_FILES)('the proxy of %s is the one address that Milepost believes', (file) => {
  const valueOf = (pattern: RegExp) => valueIn(file, pattern);
  const address = valueOf(/ipv4_address: (\S+)/);
  expect(valueOf(/TRUSTED_PROXIES: (\S+)/)).toBe(address);
  const [network = '', bits] = valueOf(/subnet: (\S+)/).split('/');
  const subnet = new BlockList();
  subnet.addSubnet(network, Number(bits));
  expect(subnet.check(address)).toBe(true);
  expect(readConfig({ TRUSTED_PROXIES: address }).trustedProxies).toEqual([address]);
});

test.each(COMPOSE_FILES)(
  'people reach Milepost of %s through the proxy alone, and its upgrades are passed on',
  (file) => {
    const ports = [...read(file).matchAll(/ports: \[([^\]]*)\]/g)].flatMap(
      ([, list = '']) => list.match(/\d+(?=:)/g) ?? [],
    );
    expect(ports.toSorted()).toEqual(['443', '443', '5023', '5027', '5027', '5055', '80']);
    expect(read('Caddyfile')).toContain('reverse_proxy milepost:8080');
  },
);

test.each(COMPOSE_FILES)('the container of %s writes into its volume alone, without privileges', (file) => {
  const [, milepost = ''] = /\n {2}milepost:\n([\s\S]*?)\n(?: {2})?\w/.exec(read(file)) ?? [];
  expect(milepost).toMatch(/read_only: true/);
  expect(milepost).toMatch(/cap_drop: \[ALL\]/);
  expect(milepost).toMatch(/no-new-privileges:true/);
  expect(milepost).toMatch(/volumes:\n(?: +#.*\n)? +- data:\/data/);
});

test.each([
  ['compose.yaml', 'backup'],
  // Containers of PostgreSQL write into the volume `backup` as root.
  ['compose.postgres.yaml', 'backup-files'],
])('backups by Milepost of %s go into a volume that the user of the image may write', (file, volume) => {
  const [, milepost = ''] = /\n {2}milepost:\n([\s\S]*?)\n(?: {2})?\w/.exec(read(file)) ?? [];
  expect(milepost).toContain('BACKUP_URL: ${BACKUP_URL:-file:///backup}');
  expect(milepost).toContain(`- ${volume}:/backup\n`);
  expect(read(file).match(new RegExp(`- ${volume}:`, 'g'))).toHaveLength(1);
  expect(read(file)).toMatch(new RegExp(`\nvolumes:\n[\\s\\S]*\n {2}${volume}:\n`));
  const [, schedule = ''] = /BACKUP_SCHEDULE: \$\{BACKUP_SCHEDULE:-([^}]*)\}/.exec(milepost) ?? [];
  expect(() =>
    readConfig({ BACKUP_URL: 'file:///backup', ...(schedule && { BACKUP_SCHEDULE: schedule }) }),
  ).not.toThrow();
  expect(image).toMatch(/mkdir \/data \/backup && chown 1000:1000 \/data \/backup/);
});

test('the example of several processes gives each role to one of them', () => {
  const text = read('compose.processes.yaml');
  const roles = [...text.matchAll(/ROLES: ([a-z]+(?:,[a-z]+)*)/g)].map(([, list = '']) => list);
  const DATABASE_URL = 'postgres://milepost@postgres/milepost';
  const all = roles.flatMap((ROLES) => [...readConfig({ ROLES, DATABASE_URL }).roles]);
  expect(all.toSorted()).toEqual(['gateway', 'gateway', 'ingest', 'ingest', 'jobs', 'web']);
  expect(text.match(/ROLES: ingest, INGEST_HOST: 0\.0\.0\.0/g)).toHaveLength(2);
});

test('the image runs Node itself, of the version that the server needs, as nobody special', () => {
  expect(image).toMatch(/^FROM --platform=\$BUILDPLATFORM node:24-[\w-]+ AS build$/m);
  expect(image).toMatch(/^USER 1000:1000$/m);
  expect(image).toMatch(/^CMD \["node", "server\/src\/main\.ts"\]$/m);
  // A device or a person would find a port closed that the compose file publishes.
  const exposed = /^EXPOSE (.*)$/m.exec(image)?.[1]?.split(' ') ?? [];
  expect(exposed).toEqual(['8080', '5023', '5027', '5027/udp', '5055']);
});

test('the service runs what the command above it assembles', () => {
  const service = read('milepost.service');
  expect(service).toContain('npm run assemble -- /opt/milepost --node');
  expect(service).toMatch(/^ExecStart=\/opt\/milepost\/bin\/node server\/src\/main\.ts$/m);
});

test('no file of a server imports one that is left out of the image', () => {
  const root = path.join(import.meta.dirname, '..');
  const all = ROOMS.flatMap((room) =>
    readdirSync(path.join(root, room), { recursive: true, encoding: 'utf8' }).map((file) => path.join(room, file)),
  );
  const shipped = all.filter((file) => file.endsWith('.ts') && isShipped(file));
  expect(shipped.length).toBeGreaterThan(1000);
  const missing = shipped.flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)]
      .map(([, to = '']) => path.join(path.dirname(file), to))
      .filter((to) => !isShipped(to))
      .map((to) => `${file}: ${to}`),
  );
  expect(missing).toEqual([]);
});

test('Prometheus reads the port for metrics of the compose file, with the rules and dashboards beside it', () => {
  const file = 'compose.monitoring.yaml';
  const settings = {
    METRICS_PORT: valueIn(file, /METRICS_PORT: '(\d+)'/),
    METRICS_HOST: valueIn(file, /METRICS_HOST: (\S+)/),
  };
  const { metricsPort } = readConfig(settings);
  expect(read('monitoring/prometheus.yml')).toContain(`targets: ['milepost:${metricsPort?.port}']`);
  expect(metricsPort?.host).toBe('0.0.0.0');
  const mounted = [...read(file).matchAll(/- \.\/(\S+?):/g)].map(([, from = '']) => from);
  expect(mounted).toHaveLength(4);
  for (const from of mounted) expect(existsSync(path.join(import.meta.dirname, '../deploy', from))).toBe(true);
  // Only this machine reaches Prometheus and Grafana.
  const published = [...read(file).matchAll(/ports: \['([^']*)'\]/g)].map(([, port = '']) => port);
  expect(published).toEqual(['127.0.0.1:9090:9090', '127.0.0.1:3000:3000']);
});

/** The settings in a part of a compose file. */
const settingsIn = (text: string) =>
  Object.fromEntries([...text.matchAll(/^ +([A-Z_]+): '?([^'\n]*)'?$/gm)].map(([, name = '', value]) => [name, value]));

test('each process of a site has settings that the server takes, and together they have all roles', () => {
  const file = read('site/compose.yaml');
  const example = Object.fromEntries(
    [...read('site/example.env').matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
  const given: Record<string, string> = {
    ...example,
    POSTGRES_PASSWORD: 'word',
    SECRET_KEY: 'ab'.repeat(32),
    FILES_URL: 'https://key:secret@s3.example.org/milepost?region=eu-west-1',
  };
  const filled = file.replaceAll(/\$\{(\w+)(?::[?-][^}]*)?\}/g, (_, name: string) => given[name] ?? '');
  const common = settingsIn(/x-settings:[^\n]*\n([\s\S]*?)\nservices:/.exec(filled)?.[1] ?? '');
  const roles = ['gateway', 'ingest', 'web'].flatMap((service) => {
    const [, text = ''] = new RegExp(`\\n  ${service}:\\n([\\s\\S]*?)\\n  \\w`).exec(filled) ?? [];
    return [...readConfig({ ...common, ...settingsIn(text) }).roles];
  });
  expect(roles.toSorted()).toEqual(['gateway', 'ingest', 'jobs', 'web']);
  for (const name of ['Caddyfile', 'patroni.yaml', 'patroni.Dockerfile']) expect(read(`site/${name}`)).not.toBe('');
});
