/** `npm run -s bench:wall`: the wall board with thousands of active alarms that change, in a real browser. */
import { benchWall } from './wall-run.ts';

process.stdout.write(`${JSON.stringify(await benchWall())}\n`);
