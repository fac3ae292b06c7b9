import { fork } from 'node:child_process';
import path from 'node:path';
import type { GeneratorMessage } from './generator.ts';
import type { LoadOptions, LoadResult } from './load.ts';

/** Runs the load in a separate process. `mark` is called when measuring begins and ends. */
export function runGenerator(options: LoadOptions, mark: (what: 'begin' | 'end') => void): Promise<LoadResult> {
  return new Promise((resolve, reject) => {
    const child = fork(path.join(import.meta.dirname, 'generator.ts'), {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the generator exited with ${code}`)));
    child.on('message', (message: GeneratorMessage) => {
      if (message.kind !== 'done') return mark(message.kind);
      resolve(message.result);
      return child.disconnect();
    });
    child.send(options);
  });
}
