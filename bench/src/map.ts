/** `npm run -s bench:map`: frames a second of the live map in a real browser, with vehicles that all move. */
import { benchMap } from './map-run.ts';

process.stdout.write(`${JSON.stringify(await benchMap())}\n`);
