/** The load in a separate process, so that its CPU time is measured separately; controlled by messages of `fork`. */
import { type LoadOptions, type LoadResult, runLoad } from './load.ts';

export type GeneratorMessage = { kind: 'begin' } | { kind: 'end' } | { kind: 'done'; result: LoadResult };

const send = (message: GeneratorMessage) => process.send?.(message);

process.once('disconnect', () => process.exit(1));
process.once('message', (options: LoadOptions) => {
  runLoad(options, (kind) => send({ kind })).then(
    (result) => send({ kind: 'done', result }),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
});
