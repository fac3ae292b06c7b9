import { type ChildProcess, execFile, spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import { childEnvironment } from '../child-environment.ts';
import type { ListeningPort } from '../gateway/device-ports.ts';

/** The simulator is a separate program that communicates with the server only over sockets, as real devices do. */
const PROGRAM = path.join(import.meta.dirname, '../../../simulator/src/main.ts');
const RESTART_AFTER_MS = 5000;
/** The protocols of its devices. */
const DEMO_PROTOCOLS = ['gt06', 'teltonika', 'osmand'] as const;

/** The fleet that the simulator will drive, which must be stored before its devices connect. */
export async function printFleet(vehicles: number): Promise<unknown> {
  const args = [PROGRAM, '--print-fleet', '--vehicles', String(vehicles)];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    maxBuffer: 64 * 1024 * 1024,
    env: childEnvironment(process.env),
  });
  return JSON.parse(stdout);
}

interface SimulatorOptions {
  vehicles: number;
  /** Days of history that the devices send at the first start. */
  pastDays: number;
  ports: readonly ListeningPort[];
  /** The host on which the gateway listens; with all interfaces, the loopback address is one of them. */
  host: string;
  stateDir: string;
  logger: Logger;
}

export interface SimulatorProcess {
  stop(): Promise<void>;
}

/**
 * Runs the demo fleet as a child process, as far as the gateway has ports for its devices, and restarts it if it ends.
 * It ends with this process even when that is killed; otherwise two fleets would drive the same devices after the next
 * start.
 */
export function startSimulator({
  vehicles,
  pastDays,
  ports,
  host,
  stateDir,
  logger,
}: SimulatorOptions): SimulatorProcess {
  const available = DEMO_PROTOCOLS.flatMap((name) => {
    const port = ports.find((one) => one.protocol.name === name)?.port;
    return port === undefined ? [] : [{ name, port }];
  });
  const names = available.map(({ name }) => name);
  if (available.length < DEMO_PROTOCOLS.length) {
    const missing = DEMO_PROTOCOLS.filter((name) => !names.includes(name));
    const problem = available.length > 0 ? 'Some of the demo fleet does not report' : 'The demo fleet does not run';
    logger.warn({ missing }, `${problem}: the gateway has no port for these protocols (GATEWAY_PROTOCOLS)`);
  }
  if (available.length === 0) return { stop: () => Promise.resolve() };
  const settings: Record<string, string> = {
    vehicles: String(vehicles),
    'backlog-days': String(pastDays),
    host: dialled(host),
    state: stateDir,
    protocols: names.join(),
    ...Object.fromEntries(available.map(({ name, port }) => [`${name}-port`, String(port)])),
  };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  let stopping = false;
  let child: ChildProcess | undefined;

  const run = () => {
    child = spawn(process.execPath, [PROGRAM, ...args, '--until-input-ends'], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: childEnvironment(process.env),
    });
    child.stdin?.on('error', () => {});
    child.stdout?.on('data', (text: Buffer) => logger.debug({ simulator: text.toString().trim() }, 'Demo fleet'));
    child.stderr?.on('data', (text: Buffer) => logger.warn({ simulator: text.toString().trim() }, 'Demo fleet'));
    child.on('error', (error) => logger.warn({ error }, 'The demo fleet could not be started'));
    child.on('exit', (code) => {
      if (stopping) return;
      logger.warn({ code }, 'The demo fleet stopped; restarting it');
      setTimeout(() => {
        if (!stopping) run();
      }, RESTART_AFTER_MS);
    });
  };
  run();

  return {
    stop: async () => {
      stopping = true;
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((resolve) => child?.once('exit', resolve));
      child.kill('SIGTERM');
      const late = delay(5000).then(() => child?.kill('SIGKILL'));
      await Promise.race([ended, late]);
    },
  };
}

/**
 * The address to connect to for one that is listened on. Only the gateway's own, because another program may have the
 * port elsewhere.
 */
export function dialled(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  return host === '::' ? '::1' : host;
}
