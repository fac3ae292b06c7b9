// A separate process: Valhalla's engine is native, and a crash must not end the server. Started with an IPC channel,
// the name of the package and the path of a configuration made by `valhalla build_config`. Ends with its parent.
import { readFile } from 'node:fs/promises';
import type { EngineAnswer, EngineQuestion } from './valhalla-tiles.ts';

interface Engine {
  matrix(query: string): Promise<string>;
}

const reply = (answer: EngineAnswer) => process.send?.(answer);
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 200);

async function openEngine(packageName = '', configFile = ''): Promise<Engine> {
  const { Actor }: { Actor: new (config: string) => Engine } = await import(packageName);
  return new Actor(await readFile(configFile, 'utf8'));
}

process.once('disconnect', () => process.exit(0));
try {
  const engine = await openEngine(...process.argv.slice(2));
  process.on('message', ({ id, query }: EngineQuestion) => {
    engine.matrix(query).then(
      (answer) => reply({ id, answer }),
      (error: unknown) => reply({ id, fault: reasonOf(error) }),
    );
  });
} catch (error) {
  reply({ id: null, fault: reasonOf(error) });
}
