/** Builds the index of a map file, searches in it and names places, and reports the cost to its parent process. */
import { statSync } from 'node:fs';
import { buildIndex } from '@milepost/city/map-file/index-build';
import { openIndex } from '@milepost/city/map-file/index-search';
import { createNameReader } from '@milepost/city/map-file/name-reader';
import { openStreetMap } from '@milepost/city/map-file/street-map';
import { percentile } from './percentile.ts';
import { seededRandom } from './random.ts';

const SEARCHES = ['karimo road', 'gan', 'shipur vel', 'sanhe lane', 'dralo mirta nagar', 'ka', 'nothing at all'];
const LOOKUPS = 2000;

const [, , file = ''] = process.argv;
const draft = `${file}.index`;
const random = seededRandom(11);

const sharesOf = (values: readonly number[]) => {
  const sorted = values.toSorted((a, b) => a - b);
  const [median, p95, most] = [0.5, 0.95, 1].map((share) => Math.round((percentile(sorted, share) ?? 0) * 10) / 10);
  return { median, p95, most };
};

async function timed<T>(work: () => Promise<T> | T): Promise<{ ms: number; result: T }> {
  const start = performance.now();
  const result = await work();
  return { ms: performance.now() - start, result };
}

const opened = await timed(() => openStreetMap(file));
const map = opened.result;
const cpu = process.cpuUsage();
const built = await timed(() => buildIndex({ map, draft, onProgress: () => {} }));
const used = process.cpuUsage(cpu);
const peakMb = Math.round(process.resourceUsage().maxRSS / 1024);

const index = openIndex(draft, map.archive.version);
if (!index) throw new Error('the index that was just made cannot be opened');
const { minLat, maxLat, minLon, maxLon } = map.archive.header;
const place = () => ({ lat: minLat + random() * (maxLat - minLat), lon: minLon + random() * (maxLon - minLon) });
const searches: number[] = [];
for (let round = 0; round < 20; round += 1) {
  for (const typed of SEARCHES) searches.push((await timed(() => index.find(typed, 10, place()))).ms);
}
index.close();
const reader = createNameReader(map);
const lookupMs: number[] = [];
for (let n = 0; n < LOOKUPS; n += 1) {
  const { lat, lon } = place();
  lookupMs.push((await timed(() => reader.nameAt(lat, lon))).ms);
}
const tiles = map.archive.header.numTileEntries;
await map.archive.close();
process.send?.({
  tiles,
  openMs: Math.round(opened.ms),
  indexS: Math.round(built.ms / 100) / 10,
  indexCpuS: Math.round((used.user + used.system) / 1e5) / 10,
  msATile: Math.round((built.ms / tiles) * 100) / 100,
  indexMb: Math.round(statSync(draft).size / 1e6),
  peakMb,
  searchMs: sharesOf(searches),
  nameElsewhereMs: sharesOf(lookupMs),
});
process.disconnect?.();
