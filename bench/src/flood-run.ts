import { fork } from 'node:child_process';
import path from 'node:path';
import { freePort } from '@milepost/server/database/free-port';
import { imeiOf } from './devices/fleet.ts';
import type { AttackOptions, AttackResult } from './flood/attack.ts';
import { sendFromPhones } from './flood/phones.ts';
import { runGenerator } from './generator-process.ts';
import { percentile } from './percentile.ts';
import { cpuSeconds } from './system/cpu-time.ts';
import { machine } from './system/machine.ts';
import { peakMemoryMb } from './system/peak-memory.ts';
import { postgresVersion } from './system/table-size.ts';
import { serve, withDatabase } from './system/with-database.ts';

export interface FloodOptions {
  durationS: number;
  /** The registered devices that report normally, and their total positions a second. */
  devices: number;
  rate: number;
  /** True if attackers use the address of everybody else. */
  sameAddress: boolean;
}

export const LIMIT_MB = 1024;
const PHONES = 10;
/** The number of registered devices that take part in the attack. */
const HOSTILE = 5;
/** Measures from before the attack until after it. */
const AROUND_S = 2;
const START_BACK_MS = 3_600_000;
const ATTACKERS = ['127.0.0.2', '127.0.0.3', '127.0.0.4'];

/**
 * Sends the most expensive frames of each protocol to a server limited to 1 GB, from unknown and from registered
 * devices, and measures how long normal devices wait for their acknowledgements meanwhile.
 */
export async function benchFlood({ durationS, devices, rate, sameAddress }: FloodOptions) {
  return withDatabase(devices + PHONES + HOSTILE, async (ground) => {
    const { database, stops } = ground;
    const ports = { gt06: await freePort(), teltonika: await freePort(), osmand: await freePort() };
    const server = await serve(ground, ports, {
      ROLES: 'gateway,ingest',
      NODE_OPTIONS: `--max-old-space-size=${LIMIT_MB}`,
    });
    let alive = true;
    void server.ended.then(() => (alive = false));
    let peakMb: number | null = null;
    const look = () => (peakMb = peakMemoryMb(server.pid) ?? peakMb);
    const looking = setInterval(look, 250);
    stops.push(async () => clearInterval(looking));
    const before = cpuSeconds(server.pid) ?? 0;

    const phones = Array.from({ length: PHONES }, (_, index) => imeiOf(devices + index));
    const known = Array.from({ length: HOSTILE }, (_, index) => imeiOf(devices + PHONES + index));
    const load = { devices, mix: 'mixed', recordsPerPacket: 10, rate, warmUpS: AROUND_S, durationS } as const;
    const from = sameAddress || process.platform !== 'linux' ? null : ATTACKERS;
    const attacks: Promise<AttackResult>[] = [];
    const [trackers, sent] = await Promise.all([
      runGenerator({ host: '127.0.0.1', ports, ...load, startsAt: secondsBack() }, (what) => {
        if (what === 'begin') attacks.push(runAttack({ ports, known, seconds: durationS, from }));
      }).catch((error: unknown) => ({ p50Ms: null, p99Ms: null, maxMs: null, measured: 0, faults: [String(error)] })),
      sendFromPhones(phones, ports.osmand, durationS + AROUND_S),
    ]);
    const [thrown] = await Promise.all(attacks);
    look();
    const { p50Ms, p99Ms, maxMs, measured, faults } = trackers;
    const phoneP99Ms = percentile(sent.latencies, 0.99);
    return {
      bench: 'flood',
      durationS,
      devices,
      rate,
      attackersFrom: from ?? ['127.0.0.1'],
      alive,
      limitMb: LIMIT_MB,
      peakMb,
      acknowledged: measured,
      p50Ms: rounded(p50Ms),
      p99Ms: rounded(p99Ms),
      maxMs: rounded(maxMs),
      phones: {
        stored: sent.latencies.length,
        refused: sent.refused,
        p99Ms: rounded(phoneP99Ms),
        maxMs: rounded(percentile(sent.latencies, 1)),
      },
      thrown: thrown && { ...thrown, megabytes: Math.round(thrown.megabytes) },
      serverCpuSeconds: alive ? rounded((cpuSeconds(server.pid) ?? 0) - before) : null,
      faults,
      machine: machine(await postgresVersion(database.url)),
    };
  });
}

/** Runs the attackers in a separate process. */
function runAttack(options: AttackOptions): Promise<AttackResult> {
  return new Promise((resolve, reject) => {
    const child = fork(path.join(import.meta.dirname, 'flood/attack.ts'), {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the attackers exited with ${code}`)));
    child.on('message', (result: AttackResult) => {
      resolve(result);
      child.disconnect();
    });
    child.send(options);
  });
}

const secondsBack = () => Math.floor((Date.now() - START_BACK_MS) / 1000) * 1000;
const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value * 100) / 100);
