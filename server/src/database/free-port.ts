import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the ports that systems give to outgoing connections (from 32768 on Linux). From those, a connection of anybody may
 * take the port between our look and our use, or while the database restarts; even one of our own that asks whether the
 * database is back, which then is connected to itself and holds the port for good.
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
