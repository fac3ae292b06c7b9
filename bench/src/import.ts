import { parseArgs } from 'node:util';
import { benchImport } from './import-run.ts';

const { values } = parseArgs({ options: { rows: { type: 'string', default: '20000' } } });
const rows = Math.min(50_000, Math.max(1, Math.floor(Number(values.rows)) || 20_000));
process.stdout.write(`${JSON.stringify(await benchImport({ rows }))}\n`);
