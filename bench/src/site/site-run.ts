import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { withOneHost } from '@milepost/server/database/several-hosts';
import { freePort } from '@milepost/server/database/free-port';
import { pino } from 'pino';
import { compare } from '../faults/compare.ts';
import { type FaultFleet, startFaultFleet } from '../faults/fleet-under-fault.ts';
import { killHard } from '../system/abandon.ts';
import { provision } from '../system/provision.ts';
import { startServerProcess } from '../system/server-process.ts';
import { type SiteDatabase, startSiteDatabase } from './site-database.ts';
import type { SiteTools } from './site-tools.ts';

/** What may happen to a part of a site; each returns what brings the part back. */
const FAULTS: Readonly<Record<string, (site: SiteDatabase) => Promise<() => Promise<void> | void>>> = {
  'database process killed': async (site) => {
    killHard(await (await site.primary()).postmaster());
    return () => {};
  },
  'switch-over': async (site) => {
    await site.switchOver();
    return () => {};
  },
  'machine of the primary lost': async (site) => {
    const machine = await site.primary();
    const postmaster = await machine.postmaster();
    await machine.patroni.kill();
    killHard(postmaster);
    return machine.patroni.start;
  },
  'machine of the standby lost': async (site) => {
    const machine = await site.standby();
    const postmaster = await machine.postmaster();
    await machine.patroni.kill();
    killHard(postmaster);
    return machine.patroni.start;
  },
  'one etcd of three lost': async (site) => {
    const [member] = site.etcd;
    await member?.kill();
    return () => member?.start();
  },
};

export interface SiteOptions {
  tools: SiteTools;
  devices: number;
  /** The positions a second of the whole fleet. */
  rate: number;
  /** Names of faults; default: all. */
  faults?: readonly string[];
  log: (line: string) => void;
}

const START_BACK_MS = 12 * 3_600_000;
/** Time of load before each fault. */
const LOAD_MS = 3000;
const SAMPLE_MS = 20;

/**
 * Runs a server on a primary and a standby under Patroni, and does to each part what may happen to it.
 * @returns for each fault the longest time in which no device was acknowledged anything, and what was lost
 */
export async function benchSite({ tools, devices, rate, faults = Object.keys(FAULTS), log }: SiteOptions) {
  const folder = await mkdtemp(path.join(tmpdir(), 'milepost-site-'));
  await chmod(folder, 0o777);
  const stops: (() => Promise<unknown> | void)[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    const site = await startSiteDatabase(tools, folder);
    stops.push(site.stop);
    const url = withOneHost(site.url);
    await provision(url, devices, pino({ level: 'silent' }));
    const ports = { gt06: await freePort(), teltonika: await freePort() };
    const server = await startServerProcess({
      DATABASE_URL: site.url,
      DATA_DIR: path.join(folder, 'files'),
      ROLES: 'gateway,ingest,jobs',
      LOG_LEVEL: 'fatal',
      GATEWAY_GT06_PORT: String(ports.gt06),
      GATEWAY_TELTONIKA_PORT: String(ports.teltonika),
      GATEWAY_PROTOCOLS: 'gt06,teltonika',
    });
    stops.push(server.stop);
    const plan = { startsAt: Math.floor(Date.now() / 1000) * 1000 - START_BACK_MS };
    const fleet = startFaultFleet({ plan, ports, devices, rate, onCommand: () => null });
    stops.push(fleet.stop);
    const rows = [];
    for (const name of faults) {
      const happen = FAULTS[name];
      if (!happen) throw new Error(`There is no fault "${name}", only ${Object.keys(FAULTS).join(', ')}`);
      await fleet.caughtUp();
      await delay(LOAD_MS);
      const gap = measureGap(fleet);
      const mend = await happen(site);
      await fleet.caughtUp();
      const gapMs = gap();
      await mend();
      await site.settled();
      await fleet.caughtUp();
      const { port } = await site.primary();
      const { lost, doubled, strange } = await compare(portOf(site.url, port), fleet.devices, plan, 0);
      rows.push({ fault: name, gapS: Math.round(gapMs / 100) / 10, lost, doubled, strange });
      log(JSON.stringify(rows.at(-1)));
    }
    return { bench: 'site', devices, rate, acknowledged: fleet.acknowledged(), rows };
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
}

const portOf = (url: string, port: number): string => url.replace(/@[^/]+/, `@127.0.0.1:${port}`);

/** Begins to measure; the function returns the longest time without any acknowledgement, in ms. */
function measureGap(fleet: FaultFleet): () => number {
  let [last, since, longest] = [fleet.acknowledged(), performance.now(), 0];
  const timer = setInterval(() => {
    const now = performance.now();
    const acknowledged = fleet.acknowledged();
    longest = Math.max(longest, now - since);
    if (acknowledged !== last) [last, since] = [acknowledged, now];
  }, SAMPLE_MS);
  return () => {
    clearInterval(timer);
    return longest;
  };
}
