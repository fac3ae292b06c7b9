/** `npm run -s bench:track`: a month of one vehicle at 30 s, from the click to the line on the map. */
import { benchTrack } from './track-run.ts';

process.stdout.write(`${JSON.stringify(await benchTrack())}\n`);
