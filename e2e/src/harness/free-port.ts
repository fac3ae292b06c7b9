import { createServer } from 'node:net';

/** Below the range that systems use for connections, so that a port is not taken by chance between two servers. */
const [FIRST, COUNT] = [20_000, 10_000];
const MOST_TRIES = 100;

/** A free TCP port of this machine: the wanted one if it is free. */
export async function freePort(wanted?: number): Promise<number> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const port = tries === 0 && wanted !== undefined ? wanted : FIRST + Math.floor(Math.random() * COUNT);
    if (await isFree(port)) return port;
  }
  throw new Error(`None of ${MOST_TRIES} ports was free.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
