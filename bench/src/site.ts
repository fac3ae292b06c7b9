/**
 * `npm run -s bench:site -- --tools FOLDER`: a server on PostgreSQL with a standby under Patroni and etcd, to each of
 * which happens what may happen. FOLDER is a virtual environment of Python (site-tools.ts names its packages).
 */
import { parseArgs } from 'node:util';
import { benchSite } from './site/site-run.ts';
import { findSiteTools } from './site/site-tools.ts';

const { values } = parseArgs({
  options: {
    tools: { type: 'string' },
    devices: { type: 'string', default: '50' },
    rate: { type: 'string', default: '500' },
  },
});
const tools = findSiteTools(values.tools ?? process.env['SITE_TOOLS']);
if (typeof tools === 'string') {
  process.stderr.write(`${tools}\n`);
  process.exit(2);
}
const figures = await benchSite({
  tools,
  devices: Math.min(500, Math.max(2, Number(values.devices) || 50)),
  rate: Math.min(20_000, Math.max(10, Number(values.rate) || 500)),
  log: (line) => process.stderr.write(`${line}\n`),
});
process.stdout.write(`${JSON.stringify(figures)}\n`);
process.exitCode = figures.rows.some(({ lost, doubled, strange }) => lost + doubled + strange > 0) ? 1 : 0;
