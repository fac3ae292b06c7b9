import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from './config.ts';
import { StartError } from './errors.ts';
import { codeOf } from './fault.ts';

type WebPort = Pick<Config, 'host' | 'port'>;

/**
 * Fails when another program uses the web port: checked before the database is created and a demo fleet gets its past,
 * which takes a while. @throws StartError
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

/** The error for a port that cannot be opened; `setting` is the one that chooses the port. */
export const portTaken = ({ host, port, setting = 'PORT' }: WebPort & { setting?: string }, error: unknown): unknown =>
  codeOf(error) === 'EADDRINUSE'
    ? new StartError(`Port ${port} on ${host} is in use by another program. Set ${setting} to another.`, {
        cause: error,
      })
    : error;
