import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { withTimeout } from './within.ts';

const PROGRAM = path.join(import.meta.dirname, '../../../server/src/testing/server-host.ts');

type Answer = { id: number; banner?: string; fault?: string };
type Order = { id: number; order: 'start'; environment: NodeJS.ProcessEnv } | { id: number; order: 'stop' };

const START_WITHIN_MS = 90_000;
const STOP_WITHIN_MS = 60_000;

let host: ChildProcess | undefined;
let lastId = 0;

/** The process in which the servers of this worker's files run, one after the other. */
function hostProcess(environment: NodeJS.ProcessEnv): ChildProcess {
  if (host && host.exitCode === null && host.signalCode === null) return host;
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, NODE_ENV } = environment;
  const child = fork(PROGRAM, {
    env: { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, NODE_ENV },
    silent: true,
    execArgv: [],
  });
  host = child;
  process.once('exit', () => child.kill());
  return child;
}

export interface HostedServer {
  banner: string;
  stop(): Promise<void>;
}

/**
 * Starts a server in the worker's host.
 * @param onOutput receives what the host writes meanwhile
 * @throws Error with the reason if it does not start
 */
export async function startHosted(
  environment: NodeJS.ProcessEnv,
  onOutput: (text: string) => void,
): Promise<HostedServer> {
  const child = hostProcess(environment);
  const listen = (chunk: Buffer) => onOutput(chunk.toString());
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', listen);
  const deaf = () => {
    for (const stream of [child.stdout, child.stderr]) stream?.off('data', listen);
  };
  const id = ++lastId;
  const { banner, fault } = await withTimeout(
    'the host of servers to start one',
    send(child, { id, order: 'start', environment }),
    START_WITHIN_MS,
  ).catch((error: unknown) => {
    deaf();
    // The next file gets another host.
    child.kill('SIGKILL');
    throw error;
  });
  if (banner === undefined) {
    deaf();
    throw new Error(fault ?? 'The host of servers did not say why.');
  }
  onOutput(banner);
  return {
    banner,
    stop: async () => {
      try {
        await withTimeout('the server to stop in its host', send(child, { id, order: 'stop' }), STOP_WITHIN_MS);
      } catch (error) {
        child.kill('SIGKILL');
        throw error;
      } finally {
        deaf();
      }
    },
  };
}

function send(child: ChildProcess, order: Order): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const onAnswer = (answer: Answer) => {
      if (answer.id !== order.id) return;
      leave();
      resolve(answer);
    };
    const ended = () => {
      leave();
      reject(new Error('The host of servers has ended.'));
    };
    const leave = () => {
      child.off('message', onAnswer);
      child.off('exit', ended);
    };
    child.on('message', onAnswer);
    child.on('exit', ended);
    child.send(order);
  });
}
