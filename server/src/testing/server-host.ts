// Runs servers of browser tests in one process, consecutively or in parallel, because loading the modules takes three
// times as long as starting a server. Started with an IPC channel, which carries the orders to start and to stop.
import { inspect } from 'node:util';
import { pino } from 'pino';
import { banner } from '../banner.ts';
import { readConfig } from '../config.ts';
import { createLogger } from '../log.ts';
import { type RunningServer, startServer } from '../server.ts';

/** Its orders; `id` is the caller's own name of a server. */
export type HostOrder =
  | { id: number; order: 'start'; environment: Record<string, string> }
  | { id: number; order: 'stop' };
/** Its replies: the banner of a running server, that one has stopped, or why it did not start. */
export type HostAnswer = { id: number } & ({ banner: string } | { stopped: true } | { fault: string });

const running = new Map<number, RunningServer>();
const log = pino.destination({ dest: 2, sync: false });

async function carryOut(order: HostOrder): Promise<HostAnswer> {
  const { id } = order;
  if (order.order === 'stop') {
    await running.get(id)?.stop();
    running.delete(id);
    return { id, stopped: true };
  }
  try {
    const config = readConfig(order.environment);
    const server = await startServer(config, createLogger(config.logLevel, log));
    running.set(id, server);
    return { id, banner: banner(server, config.adminPassword !== null) };
  } catch (error) {
    return { id, fault: inspect(error) };
  }
}

process.on('message', (order: HostOrder) => {
  void carryOut(order).then((answer) => process.send?.(answer));
});
// The parent process has ended.
process.on('disconnect', () => process.exit(0));
