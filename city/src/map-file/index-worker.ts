import { parentPort, workerData } from 'node:worker_threads';
import { buildIndex, IndexBusy } from './index-build.ts';
import { openStreetMap } from './street-map.ts';

/** Messages from the thread that builds an index. */
export type IndexNews =
  | { kind: 'progress'; part: number }
  | { kind: 'done' }
  | { kind: 'busy' }
  | { kind: 'fault'; reason: string };

const { path, draft }: { path: string; draft: string } = workerData;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- to the thread that began this one, not to a window
const post = (news: IndexNews) => parentPort?.postMessage(news);
try {
  const map = await openStreetMap(path);
  await buildIndex({ map, draft, onProgress: (part) => post({ kind: 'progress', part }) });
  await map.archive.close();
  post({ kind: 'done' });
} catch (error) {
  post(
    error instanceof IndexBusy
      ? { kind: 'busy' }
      : { kind: 'fault', reason: error instanceof Error ? error.message : String(error) },
  );
}
