import { createServer } from 'node:net';

/** Below those that systems give to connections: between two servers nobody takes it by chance. */
const [FIRST, COUNT] = [20_000, 10_000];
const MOST_TRIES = 100;

/** A TCP port of this machine that nobody uses: the wanted one if it is free. */
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
