/** `npm run -s bench:neighbours`: what one organisation notices while four others ask for the most. */
import { benchNeighbours } from './neighbours-run.ts';

process.stdout.write(`${JSON.stringify(await benchNeighbours())}\n`);
