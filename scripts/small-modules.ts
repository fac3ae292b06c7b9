// Lists the modules under 30 lines that only one other module imports, each with its importer.
import path from 'node:path';
import { smallModules } from './check-modules.ts';
import { readModules } from './module-graph.ts';

for (const { file, importer } of smallModules(readModules(path.join(import.meta.dirname, '..'))))
  process.stdout.write(`${file}\t${importer}\n`);
