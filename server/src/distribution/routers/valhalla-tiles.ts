import { type ChildProcess, fork } from 'node:child_process';
import { accessSync } from 'node:fs';
import { createRequire } from 'node:module';
import { ServiceFault } from '../../ask-service.ts';
import { StartError } from '../../errors.ts';
import { type FetchBlock, ROUTER_REQUEST_LIMITS } from './router.ts';
import { matrixQuery, readMatrix } from './valhalla.ts';

/** Not a dependency, since it is larger than everything else a server needs: operators who want it install it. */
export const ENGINE_PACKAGE = '@valhallajs/valhallajs';

/** A request for Valhalla's matrix, as JSON; `id` is chosen by the caller. */
export interface EngineQuestion {
  id: number;
  query: string;
}
/** The response as JSON, or the reason why there is none; without an id, the engine cannot be used. */
export type EngineAnswer = { id: number; answer: string } | { id: number; fault: string } | { id: null; fault: string };

/** A Valhalla tile set of roads on this machine. */
export interface RouterTiles {
  form: 'tiles';
  /** The configuration that refers to the tile set, as `valhalla build_config` makes it. */
  configFile: string;
  profile: string;
}

interface Waiting {
  resolve: (answer: string) => void;
  reject: (fault: ServiceFault) => void;
}

/**
 * Valhalla's engine in a separate process, which starts with the first request and restarts after it has ended.
 * @throws StartError when the package or the configuration is missing
 */
export function valhallaTiles({ configFile, profile }: RouterTiles): { ask: FetchBlock; stop: () => Promise<void> } {
  checkInstalled();
  try {
    accessSync(configFile);
  } catch (cause) {
    throw new StartError(`ROUTER_TILES: ${configFile} cannot be read.`, { cause });
  }
  const waiting = new Map<number, Waiting>();
  let engine: ChildProcess | null = null;
  let lastId = 0;

  const lose = (lost: ChildProcess, why: string) => {
    if (engine !== lost) return;
    engine = null;
    lost.kill('SIGKILL');
    for (const { reject } of waiting.values()) reject(new ServiceFault(why));
    waiting.clear();
  };
  const start = (): ChildProcess => {
    const started = fork(new URL('tile-engine.ts', import.meta.url), [ENGINE_PACKAGE, configFile], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    started.on('message', (reply: EngineAnswer) => {
      if (reply.id === null) return lose(started, reply.fault);
      const request = waiting.get(reply.id);
      waiting.delete(reply.id);
      if ('answer' in reply) request?.resolve(reply.answer);
      else request?.reject(new ServiceFault(reply.fault));
    });
    // Several errors may be emitted, and one without a listener would end the server.
    started.on('error', () => lose(started, 'it does not start'));
    started.once('exit', () => lose(started, 'it has ended'));
    return started;
  };
  const put = (query: object, signal: AbortSignal): Promise<string> =>
    new Promise((resolve, reject) => {
      const own = (engine ??= start());
      const id = ++lastId;
      const leave = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
        waiting.delete(id);
      };
      const giveUp = () => {
        leave();
        reject(new ServiceFault('nobody waits any more'));
      };
      // A calculation of the engine cannot be cancelled, so the process is ended.
      const timer = setTimeout(() => lose(own, 'it does not answer in time'), ROUTER_REQUEST_LIMITS.withinMs);
      waiting.set(id, {
        resolve: (answer) => {
          leave();
          resolve(answer);
        },
        reject: (fault) => {
          leave();
          reject(fault);
        },
      });
      signal.addEventListener('abort', giveUp, { once: true });
      if (signal.aborted) giveUp();
      else
        own.send(
          { id, query: JSON.stringify(query) } satisfies EngineQuestion,
          (error) => error && lose(own, 'it has ended'),
        );
    });

  return {
    ask: async (from, to, signal) => {
      const answer = await put(matrixQuery(from, to, profile), signal);
      try {
        return readMatrix(JSON.parse(answer));
      } catch (error) {
        throw new ServiceFault('its answer cannot be read', null, { cause: error });
      }
    },
    stop: async () => {
      if (engine) lose(engine, 'the server stops');
    },
  };
}

function checkInstalled(): void {
  try {
    createRequire(import.meta.url).resolve(ENGINE_PACKAGE);
  } catch (cause) {
    throw new StartError(
      `ROUTER_TILES: the package ${ENGINE_PACKAGE} is not installed; run npm install --no-save ${ENGINE_PACKAGE}.`,
      {
        cause,
      },
    );
  }
}
