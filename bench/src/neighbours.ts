/** `npm run -s bench:neighbours`: what one organisation notices while four others make the most expensive requests. */
import { benchNeighbours } from './neighbours-run.ts';

process.stdout.write(`${JSON.stringify(await benchNeighbours())}\n`);
