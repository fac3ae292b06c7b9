import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from './config.ts';
import { StartError } from './errors.ts';
import { codeOf } from './fault.ts';

type WebPort = Pick<Config, 'host' | 'port'>;

/**
 * Fails where another program has the port that people open: before the database is made and a demo fleet is given its
 * past, which takes a while, and not after. @throws StartError
 */
export async function refuseTakenPort({ host, port }: WebPort): Promise<void> {
  const probe = createServer();
  const opened = once(probe, 'listening');
  probe.listen({ host, port });
  await opened.catch((error: unknown) => {
    throw portTaken({ host, port }, error);
  });
  const closed = once(probe, 'close');
  probe.close();
  await closed;
}

/** What is said of a port that cannot be opened. */
export const portTaken = ({ host, port }: WebPort, error: unknown): unknown =>
  codeOf(error) === 'EADDRINUSE'
    ? new StartError(`Port ${port} on ${host} is in use by another program. Set PORT to another.`, { cause: error })
    : error;
