/** The load in a process of its own, so that its CPU is told apart; spoken to by messages of `fork`. */
import { type LoadOptions, type LoadResult, runLoad } from './load.ts';

export type GeneratorSays = { kind: 'begin' } | { kind: 'end' } | { kind: 'done'; result: LoadResult };

const say = (message: GeneratorSays) => process.send?.(message);

process.once('disconnect', () => process.exit(1));
process.once('message', (options: LoadOptions) => {
  runLoad(options, (kind) => say({ kind })).then(
    (result) => say({ kind: 'done', result }),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
});
