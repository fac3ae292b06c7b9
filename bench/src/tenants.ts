/** `npm run -s bench:tenants`: how long one organisation waits while another one loads the server. */
import { benchTenants, LONGEST_MS } from './tenants-run.ts';

const figures = await benchTenants();
process.stdout.write(`${JSON.stringify(figures)}\n`);
const longest = Math.max(...figures.phases.map(({ healthMaxMs }) => healthMaxMs ?? Infinity));
process.exitCode = longest <= LONGEST_MS ? 0 : 1;
