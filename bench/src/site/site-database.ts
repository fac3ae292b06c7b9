import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@milepost/server/database/free-port';
import { giveToPostgres, spawnPostgres } from '@milepost/server/database/run-as';
import { Client } from 'pg';
import { killHard, onAbandon } from '../system/abandon.ts';
import type { SiteTools } from './site-tools.ts';

/** A program of the site, which can be killed with -9 and started again. */
interface Program {
  start(): void;
  kill(): Promise<void>;
}

/** A machine with PostgreSQL under Patroni. */
export interface DatabaseMachine {
  name: string;
  port: number;
  patroni: Program;
  /** The postmaster; null while there is none. */
  postmaster(): Promise<number | null>;
}

/** Three etcd and two PostgreSQL under Patroni, as on the machines of a site. */
export interface SiteDatabase {
  /** Of both hosts. */
  url: string;
  etcd: readonly Program[];
  machines: readonly DatabaseMachine[];
  primary(): Promise<DatabaseMachine>;
  standby(): Promise<DatabaseMachine>;
  switchOver(): Promise<void>;
  /** Resolves when a standby is in step with the primary. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/** What Patroni holds: a leader is lost after this time, in seconds (its smallest). */
const TTL_S = 20;
const SETTLED_WITHIN_MS = 120_000;
const PASSWORD = 'of-a-benchmark';

/** Starts everything below a folder, and waits for a primary with a standby in step. */
export async function startSiteDatabase(tools: SiteTools, folder: string): Promise<SiteDatabase> {
  const owned = async (name: string) => {
    const made = path.join(folder, name);
    await mkdir(made, { recursive: true, mode: 0o700 });
    await giveToPostgres(made);
    return made;
  };
  const stops: (() => Promise<void>)[] = [];
  const program = (name: string, file: string, args: string[]): Program => {
    const made = programOf(path.join(folder, `${name}.log`), file, args, tools);
    made.start();
    stops.push(made.kill);
    return made;
  };

  const members = await Promise.all(
    [1, 2, 3].map(async (number) => ({ name: `etcd${number}`, client: await freePort(), peer: await freePort() })),
  );
  const cluster = members.map((member) => `${member.name}=${peerUrl(member)}`).join(',');
  const etcd = [];
  for (const member of members) {
    const clients = `http://127.0.0.1:${member.client}`;
    const settings = {
      name: member.name,
      'data-dir': await owned(member.name),
      'initial-cluster': cluster,
      'listen-peer-urls': peerUrl(member),
      'initial-advertise-peer-urls': peerUrl(member),
      'listen-client-urls': clients,
      'advertise-client-urls': clients,
    };
    const words = Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
    etcd.push(program(member.name, tools.etcd, words));
  }

  const machines: DatabaseMachine[] = [];
  for (const name of ['db-1', 'db-2']) {
    const home = await owned(name);
    const port = await freePort();
    const settings = patroniSettings({
      name,
      home,
      port,
      rest: await freePort(),
      etcd: members.map(({ client }) => `127.0.0.1:${client}`),
      bin: tools.postgres,
    });
    const file = path.join(folder, `${name}.json`);
    await writeFile(file, JSON.stringify(settings));
    machines.push({
      name,
      port,
      patroni: program(name, tools.patroni, [file]),
      postmaster: async () => {
        const text = await readFile(path.join(home, 'data/postmaster.pid'), 'utf8').catch(() => '');
        return Number(text.split('\n')[0]) || null;
      },
    });
    // The first one is to create the cluster, of which the second makes a copy.
    if (machines.length === 1) await until(() => isPrimary(port), 'a first primary');
  }

  const primary = async () => {
    for (const machine of machines) if (await isPrimary(machine.port)) return machine;
    throw new Error('there is no primary');
  };
  const settled = () =>
    until(async () => {
      const { port } = await primary();
      const rows = await ask(port, `SELECT FROM pg_stat_replication WHERE sync_state = 'sync' AND state = 'streaming'`);
      return rows.length === 1;
    }, 'a standby in step');
  await settled();
  const hosts = machines.map(({ port }) => `127.0.0.1:${port}`).join(',');
  return {
    url: `postgres://milepost:${PASSWORD}@${hosts}/postgres`,
    etcd,
    machines,
    primary,
    standby: async () => {
      const { name } = await primary();
      const other = machines.find((machine) => machine.name !== name);
      if (!other) throw new Error('there is no standby');
      return other;
    },
    switchOver: async () => {
      const { name } = await primary();
      const configuration = path.join(folder, 'db-1.json');
      await run(tools.patronictl, ['-c', configuration, 'switchover', '--force', '--primary', name, 'milepost']);
    },
    settled,
    stop: async () => {
      await Promise.all(stops.map((stop) => stop()));
      for (const machine of machines) killHard(await machine.postmaster());
    },
  };
}

const peerUrl = ({ peer }: { peer: number }): string => `http://127.0.0.1:${peer}`;

interface PatroniPlace {
  name: string;
  home: string;
  port: number;
  rest: number;
  etcd: string[];
  bin: string;
}

function patroniSettings({ name, home, port, rest, etcd, bin }: PatroniPlace): object {
  const [rest_, database] = [`127.0.0.1:${rest}`, `127.0.0.1:${port}`];
  return {
    scope: 'milepost',
    name,
    restapi: { listen: rest_, connect_address: rest_ },
    etcd3: { hosts: etcd },
    bootstrap: {
      dcs: { ttl: TTL_S, loop_wait: 1, retry_timeout: 5, synchronous_mode: true },
      initdb: [{ encoding: 'UTF8' }, 'data-checksums'],
    },
    postgresql: {
      listen: database,
      connect_address: database,
      data_dir: path.join(home, 'data'),
      bin_dir: bin,
      pgpass: path.join(home, 'pgpass'),
      use_pg_rewind: true,
      authentication: {
        superuser: { username: 'milepost', password: PASSWORD },
        replication: { username: 'standby', password: PASSWORD },
        rewind: { username: 'milepost', password: PASSWORD },
      },
      pg_hba: ['host all all 127.0.0.1/32 scram-sha-256', 'host replication standby 127.0.0.1/32 scram-sha-256'],
      parameters: { unix_socket_directories: home, max_connections: 100, timezone: 'UTC', shared_buffers: '128MB' },
    },
  };
}

function programOf(logFile: string, file: string, args: string[], { python }: SiteTools): Program {
  const log = createWriteStream(logFile, { flags: 'a' });
  let pid: number | undefined;
  let ended = Promise.resolve();
  return {
    start: () => {
      const child = spawnPostgres(file, args, python, {
        stdio: ['ignore', 'pipe', 'pipe'],
        cwd: path.dirname(logFile),
      });
      pid = child.pid;
      const forget = onAbandon(() => killHard(child.pid));
      for (const stream of [child.stdout, child.stderr]) stream?.pipe(log, { end: false });
      ended = new Promise<void>((resolve) => child.once('exit', () => resolve())).finally(forget);
    },
    kill: async () => {
      killHard(pid);
      await ended;
    },
  };
}

async function run(file: string, args: string[]): Promise<void> {
  const child = spawn(file, args, { stdio: 'ignore' });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error(`${path.basename(file)} ${args.join(' ')} ended with ${String(code)}`);
}

async function ask(port: number, statement: string): Promise<object[]> {
  const client = new Client({
    connectionString: `postgres://milepost:${PASSWORD}@127.0.0.1:${port}/postgres`,
    connectionTimeoutMillis: 2000,
    query_timeout: 2000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query(statement)).rows;
  } finally {
    void client.end().catch(() => {});
  }
}

const isPrimary = (port: number): Promise<boolean> =>
  ask(port, 'SELECT WHERE NOT pg_is_in_recovery()').then(
    (rows) => rows.length === 1,
    () => false,
  );

async function until(met: () => Promise<boolean>, what: string): Promise<void> {
  const giveUpAt = performance.now() + SETTLED_WITHIN_MS;
  while (!(await met().catch(() => false))) {
    if (performance.now() > giveUpAt) throw new Error(`there was not ${what} within ${SETTLED_WITHIN_MS / 1000} s`);
    await delay(200);
  }
}
