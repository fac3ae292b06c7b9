/**
 * `npm run soak -- --hours 6`: a server with everything that it does all day, and what must stay flat meanwhile. Devices
 * report five past days in the time of the run, so that days end and are packed; people are signed in with the live map
 * open, read lists and reports; backups are made. Writes a line for each sample, and the growth after the warm-up.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '@milepost/server/database/embedded';
import { freePort } from '@milepost/server/database/free-port';
import { createPool } from '@milepost/server/database/pool';
import { pino } from 'pino';
import { compare } from './faults/compare.ts';
import { embeddedDatabase, postmasterPid } from './faults/embedded-database.ts';
import { startFaultFleet } from './faults/fleet-under-fault.ts';
import { numberOf } from './ingest-options.ts';
import { startPeople } from './soak/people.ts';
import { driftOf, readStanding, type Standing } from './soak/standing.ts';
import { killHard, onAbandon } from './system/abandon.ts';
import { machine } from './system/machine.ts';
import { provision } from './system/provision.ts';
import { startServerProcess } from './system/server-process.ts';
import { watchFleet } from './system/watch.ts';

const { values } = parseArgs({
  options: {
    hours: { type: 'string', default: '6' },
    'warm-up': { type: 'string' },
    devices: { type: 'string', default: '1000' },
    rate: { type: 'string', default: '100' },
    people: { type: 'string', default: '10' },
    sample: { type: 'string', default: '60' },
  },
});
const hours = numberOf('--hours', values.hours, 0.01, 100);
const warmUpHours = numberOf('--warm-up', values['warm-up'] ?? String(Math.min(1, hours / 3)), 0, hours);
const devices = numberOf('--devices', values.devices, 2, 20_000);
const rate = numberOf('--rate', values.rate, 1, 20_000);
const people = numberOf('--people', values.people, 0, 200);
const sampleMs = 1000 * numberOf('--sample', values.sample, 1, 3600);

/** The growth that is allowed after the warm-up. */
const MAX_GROWTH = 0.05;
const PAST_MS = 5 * 86_400_000;
const HOUR_MS = 3_600_000;

const logger = pino({ level: 'silent' });
const dataDir = await mkdtemp(path.join(tmpdir(), 'milepost-soak-'));
const backups = `${dataDir}-backups`;
const stops: (() => Promise<unknown> | void)[] = [dataDir, backups].map(
  (folder) => () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
);
const log = (line: object) => process.stderr.write(`${JSON.stringify(line)}\n`);
try {
  stops.push(onAbandon(() => killHard(postmasterPid(dataDir))));
  const empty = await startEmbeddedPostgres({ dataDir, logger });
  try {
    await provision(empty.url, devices, logger);
    await watchFleet(empty.url, { fences: 300, outlets: 50 }, logger);
  } finally {
    await empty.stop();
  }
  const ports = { gt06: await freePort(), teltonika: await freePort() };
  const web = await freePort();
  const server = await startServerProcess({
    DATA_DIR: dataDir,
    PORT: String(web),
    GATEWAY_PROTOCOLS: 'gt06,teltonika',
    GATEWAY_GT06_PORT: String(ports.gt06),
    GATEWAY_TELTONIKA_PORT: String(ports.teltonika),
    PACK_AFTER_DAYS: '2',
    BACKUP_URL: pathToFileURL(backups).href,
    BACKUP_SCHEDULE: '*/20 * * * *',
    SECURE_COOKIES: 'false',
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
  });
  stops.push(server.stop);
  const { url } = embeddedDatabase(dataDir);
  const database = createPool(url, logger, 2);
  stops.push(() => database.end());
  const startsAt = Math.floor((Date.now() - PAST_MS) / 1000) * 1000;
  const began = Date.now();
  // The clocks of devices go faster than ours, and reach the present at the end.
  const reports = (hours * HOUR_MS * rate) / 1000 / devices;
  const plan = { startsAt, intervalS: Math.max(1, Math.floor((PAST_MS + hours * HOUR_MS) / 1000 / reports)) };
  const fleet = startFaultFleet({ plan, ports, devices, rate, onCommand: () => null });
  stops.push(fleet.stop);
  const dayOf = () =>
    new Date(startsAt + ((Date.now() - began) / (hours * HOUR_MS)) * PAST_MS).toISOString().slice(0, 10);
  const clicking = await startPeople(web, people, dayOf);
  stops.push(clicking.stop);
  const samples: Standing[] = [];
  while (Date.now() - began < hours * HOUR_MS) {
    await delay(sampleMs);
    const standing = await readStanding(server.pid, database);
    const isWarm = Date.now() - began >= warmUpHours * HOUR_MS;
    if (isWarm) samples.push(standing);
    log({
      minutes: Math.round((Date.now() - began) / 60_000),
      isWarm,
      ...standing,
      acknowledged: fleet.acknowledged(),
    });
  }
  clicking.stop();
  await fleet.caughtUp();
  fleet.stop();
  const packed = await database.query<{ count: number }>(
    'SELECT coalesce(sum(count), 0)::int8 AS count FROM position_chunks',
  );
  const drift = driftOf(samples);
  const found = plan.intervalS === 1 ? await compare(url, fleet.devices, plan, 0) : null;
  const figures = {
    bench: 'soak',
    hours,
    warmUpHours,
    devices,
    rate,
    people,
    acknowledged: fleet.acknowledged(),
    faults: fleet.faults.length,
    packed: packed.rows[0]?.count ?? 0,
    ...found,
    clicks: clicking.clicks(),
    drift: drift.map((one) => ({ ...one, growth: Math.round(one.growth * 1000) / 1000 })),
    machine: machine(''),
  };
  process.stdout.write(`${JSON.stringify(figures)}\n`);
  process.exitCode = drift.some(({ growth }) => growth > MAX_GROWTH) ? 1 : 0;
} finally {
  for (const stop of stops.toReversed()) await stop();
}
process.exit();
