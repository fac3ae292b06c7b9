import type { Download } from '@milepost/contract/download-operations';
import { call } from '../../api/call.ts';
import { CallError } from '../../api/call-error.ts';
import { isSessionOver } from '../../api/session-end.ts';
import { faultText } from '../../text/fault-text.ts';
import { notifyFault } from '../toast/notify.ts';
import { fetchFile } from './fetch-file.ts';

/** Most exports take some seconds; a longer one is polled less often. */
const POLL_MS = 1000;
const SLOW_POLL_MS = 4000;
const SLOW_AFTER_MS = 20_000;
/** After this time the file is left in Downloads: its window can be open for days. */
const MAX_MS = 4 * 3_600_000;

const isUnderWay = ({ state }: Download) => state === 'waiting' || state === 'running';

/** Downloads a finished file, or shows why it failed; does nothing if somebody cancelled it. */
function hand(download: Download): void {
  if (download.state === 'done') fetchFile(download);
  else if (download.fault) notifyFault(faultText(download.fault));
}

const awaited = new Set<number>();

/**
 * Downloads a file as soon as it is finished, whichever screen is open by then: the application waits, not the screen
 * that requested it.
 * @param onSlow called once if it takes long, so that the person can continue meanwhile
 * @returns settles once the file was downloaded, or will not be
 */
export async function awaitFile(first: Download, onSlow: () => void): Promise<void> {
  const { id } = first;
  if (awaited.has(id)) return;
  awaited.add(id);
  try {
    await follow(first, onSlow);
  } finally {
    awaited.delete(id);
  }
}

async function follow(first: Download, onSlow: () => void): Promise<void> {
  const began = Date.now();
  let slow = false;
  let download: Download | null = first;
  while (download !== null && isUnderWay(download)) {
    if (!slow && Date.now() - began >= SLOW_AFTER_MS) {
      slow = true;
      onSlow();
    }
    if (Date.now() - began >= MAX_MS || isSessionOver()) return;
    await pause(slow ? SLOW_POLL_MS : POLL_MS);
    download = await poll(download);
  }
  if (download !== null) hand(download);
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The current progress; the previous one if no reply came, and null if it was removed or is no longer visible. */
async function poll(before: Download): Promise<Download | null> {
  try {
    return (await call('get-download', { id: before.id })).download;
  } catch (error) {
    const passes = error instanceof CallError && (error.status === 0 || error.status === 429 || error.status === 500);
    return passes ? before : null;
  }
}
