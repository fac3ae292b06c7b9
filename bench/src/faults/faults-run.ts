import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startEmbeddedPostgres } from '@milepost/server/database/embedded';
import { freePort } from '@milepost/server/database/free-port';
import { pino } from 'pino';
import { seededRandom } from '../random.ts';
import { killHard, onAbandon } from '../system/abandon.ts';
import { provision } from '../system/provision.ts';
import { type ServerProcess, startServerProcess } from '../system/server-process.ts';
import { watchFleet } from '../system/watch.ts';
import { CommandTraffic } from './command-traffic.ts';
import type { BenchDevice } from '../devices/device.ts';
import type { ReportPlan } from '../devices/place.ts';
import { compare } from './compare.ts';
import { embeddedDatabase, postmasterPid } from './embedded-database.ts';
import { untilNoneLate, verifyStored } from './facts.ts';
import { startFaultFleet } from './fleet-under-fault.ts';
import { startSmsProvider } from './sms-provider.ts';
import { prepareUpkeep, type Upkeep } from './upkeep.ts';

export interface FaultOptions {
  rounds: number;
  seed: number;
  devices: number;
  /** The positions a second of the whole fleet. */
  rate: number;
  /** Whether days are packed and backups made meanwhile; reports are then those of a day that is over. */
  upkeep: boolean;
  log: (line: string) => void;
}

export type FaultFigures = Awaited<ReturnType<typeof benchFaults>>;

const VICTIMS = ['server', 'database', 'both'] as const;
type Victim = (typeof VICTIMS)[number];

/** Devices report faster than once a second, and none may reach the future. */
const START_BACK_MS = 12 * 3_600_000;
/** Days are packed that ended two days ago. */
const PACKED_BACK_MS = 5 * 86_400_000;
const FENCES = 3000;
/** The minimum and maximum time of load before the kill. */
const LOAD_MS = [400, 2500] as const;
/** The maximum time for which the server outlives its database, if both are killed. */
const DATABASE_FIRST_MS = 800;
/**
 * Each comparison begins this many reports before the first uncompared one, because a kill can affect earlier ones.
 */
const OVERLAP = 500;

/**
 * Repeatedly kills the server, its database or both with -9 under load, and compares the acknowledged reports with the
 * stored positions: the new ones after each round, and all of them at the end. Meanwhile each device is sent commands.
 */
export async function benchFaults({ rounds, seed, devices, rate, upkeep: hasUpkeep, log }: FaultOptions) {
  const started = performance.now();
  const random = seededRandom(seed);
  const logger = pino({ level: 'silent' });
  const dataDir = await mkdtemp(path.join(tmpdir(), 'milepost-faults-'));
  const backupDir = `${dataDir}-backups`;
  const stops: (() => Promise<unknown> | void)[] = [dataDir, backupDir].map(
    (folder) => () => rm(folder, { recursive: true, force: true }),
  );
  try {
    const forget = onAbandon(() => killHard(postmasterPid(dataDir)));
    stops.push(forget);
    const empty = await startEmbeddedPostgres({ dataDir, logger });
    try {
      await provision(empty.url, devices, logger);
      await watchFleet(empty.url, { fences: FENCES, outlets: 0 }, logger);
    } finally {
      await empty.stop();
    }
    const upkeep = hasUpkeep ? await prepareUpkeep(dataDir, backupDir, logger) : null;
    const provider = await startSmsProvider(seededRandom(seed + 2));
    stops.push(provider.stop);
    const ports = { gt06: await freePort(), teltonika: await freePort() };
    const start = () =>
      startServerProcess({
        DATA_DIR: dataDir,
        // The role `jobs` passes SMS to the provider.
        ROLES: 'gateway,ingest,jobs',
        SMS_URL: provider.address,
        WEBHOOK_PRIVATE_NETWORKS: 'true',
        LOG_LEVEL: 'fatal',
        GATEWAY_GT06_PORT: String(ports.gt06),
        GATEWAY_TELTONIKA_PORT: String(ports.teltonika),
        GATEWAY_PROTOCOLS: 'gt06,teltonika',
        ...upkeep?.settings,
      });
    let server: ServerProcess | null = await start();
    stops.push(async () => {
      await server?.stop();
      // One is left only if a start failed half-way.
      killHard(postmasterPid(dataDir));
    });

    if (upkeep) stops.push(upkeep.kill);
    const backMs = hasUpkeep ? PACKED_BACK_MS : START_BACK_MS;
    const plan = { startsAt: Math.floor(Date.now() / 1000) * 1000 - backMs };
    const commands = new CommandTraffic(seededRandom(seed + 1), provider.got);
    const onCommand = (imei: string, text: string) => commands.receive(imei, text);
    const fleet = startFaultFleet({ plan, ports, devices, rate, onCommand });
    stops.push(fleet.stop);
    const kills: Record<Victim, number> = { server: 0, database: 0, both: 0 };
    const worst = { lost: 0, doubled: 0, strange: 0 };
    let compared = 0;
    let slowestRecoveryMs = 0;

    await upkeep?.begin();
    for (let round = 0; round < rounds; round++) {
      await commands.send(embeddedDatabase(dataDir).url, devices, round);
      upkeep?.start();
      await delay(LOAD_MS[0] + random() * (LOAD_MS[1] - LOAD_MS[0]));
      // The first rounds kill one of each kind, so that a short run covers them all.
      const victim = VICTIMS[round < VICTIMS.length ? round : Math.floor(random() * VICTIMS.length)] ?? 'both';
      kills[victim]++;
      const killedAt = performance.now();
      const running: ServerProcess | null = server;
      if (victim !== 'server') process.kill(embeddedDatabase(dataDir).pid, 'SIGKILL');
      // The server outlives the database for a while: anything that it acknowledged meanwhile would be lost with it.
      if (victim === 'both') await delay(random() * DATABASE_FIRST_MS);
      if (victim !== 'database' && running) {
        process.kill(running.pid, 'SIGKILL');
        await Promise.all([running.ended, upkeep?.kill()]);
        server = null;
        server = await start();
      }
      await fleet.caughtUp();
      const recoveryMs = performance.now() - killedAt;
      slowestRecoveryMs = Math.max(slowestRecoveryMs, recoveryMs);
      const { url } = embeddedDatabase(dataDir);
      const found = await compare(url, fleet.devices, plan, Math.max(0, compared - OVERLAP));
      compared = Math.min(...fleet.devices.map((device) => device.acknowledged));
      worst.lost = Math.max(worst.lost, found.lost);
      worst.doubled = Math.max(worst.doubled, found.doubled);
      worst.strange = Math.max(worst.strange, found.strange);
      log(`round ${round + 1}: killed ${victim}, recovered in ${Math.round(recoveryMs)} ms, ${JSON.stringify(found)}`);
    }

    await fleet.caughtUp();
    const commandFigures = await commands.figures(embeddedDatabase(dataDir).url);
    log(`commands: ${JSON.stringify(commandFigures)}`);
    fleet.stop();
    const all = await compare(embeddedDatabase(dataDir).url, fleet.devices, plan, 0);
    const restored = upkeep && (await compareRestored(upkeep, fleet.devices, plan));
    if (restored) log(`restored: ${JSON.stringify(restored)}`);
    const kept = await upkeep?.figures();
    await upkeep?.kill();
    // Kills and restarts the server once more: facts missing in the tables must be computed from the positions.
    if (server) {
      process.kill(server.pid, 'SIGKILL');
      await server.ended;
    }
    server = await start();
    await untilNoneLate(embeddedDatabase(dataDir).url);
    await server.stop();
    server = null;
    const facts = await verifyStored(dataDir, logger);
    log(`facts: ${JSON.stringify(facts)}`);
    return {
      bench: 'faults',
      rounds,
      seed,
      kills,
      devices,
      rate,
      acknowledged: fleet.acknowledged(),
      stored: all.stored,
      lost: Math.max(all.lost, worst.lost, restored?.lost ?? 0),
      doubled: Math.max(all.doubled, worst.doubled, restored?.doubled ?? 0),
      strange: Math.max(all.strange, worst.strange, restored?.strange ?? 0),
      ...kept,
      disorderedAnswers: fleet.faults.length,
      ...commandFigures,
      smsCutOff: provider.cutOff(),
      facts: facts.facts,
      wrongFacts: Object.keys(facts.differences).length,
      slowestRecoveryMs: Math.round(slowestRecoveryMs),
      seconds: Math.round((performance.now() - started) / 1000),
    };
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
}

/** Compares everything with what the first backup and the log of changes restore. */
async function compareRestored(upkeep: Upkeep, devices: readonly BenchDevice[], plan: ReportPlan) {
  const postgres = await upkeep.restore();
  try {
    return await compare(postgres.url, devices, plan, 0);
  } finally {
    await postgres.stop();
  }
}
