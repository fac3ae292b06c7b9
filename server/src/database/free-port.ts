import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the ephemeral ports (from 32768 on Linux). Any outgoing connection could take one of those between our check
 * and our use, or while the database restarts. Even our own attempt to reconnect could: a connection from a port to
 * itself would then hold the port for good.
 */
const FIRST = 20_000;
const LAST = 32_000;
const TRIES = 100;

/** A TCP port of the loopback interface that is free now. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < TRIES; tried++) {
    const port = randomInt(FIRST, LAST);
    if (await isFree(port)) return port;
  }
  throw new Error(`no port from ${FIRST} to ${LAST} is free`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
