/** `npm run -s bench:fences`: frames a second of a map with ten thousand geofences, in a real browser. */
import { benchFences } from './fences-run.ts';

process.stdout.write(`${JSON.stringify(await benchFences())}\n`);
