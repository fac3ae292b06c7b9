import { refreshLanguage } from './refresh-language.ts';
import { inBase } from './base-path.ts';

const NAME = inBase('how-the-person-reads');

let channel: BroadcastChannel | null = null;
/** True if another window of this browser changed language, time zone or units since this one last requested them. */
let isBehind = false;
/** The page that was opened last. */
let openPage = '';

/** Starts to listen for changes by other windows. */
export function listenToOtherWindows(): BroadcastChannel {
  if (channel) return channel;
  channel = new BroadcastChannel(NAME);
  channel.addEventListener('message', () => {
    isBehind = true;
  });
  return channel;
}

/** Notifies the other windows that the person's language, time zone or units changed. */
export function notifyOtherWindows(): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches only its own origin
  listenToOtherWindows().postMessage(null);
}

/**
 * Applies a change of another window when the next page opens: pages are rendered again then, and anything typed into
 * the current one would be lost.
 */
export async function catchUp(page: string): Promise<void> {
  const isSame = page === openPage;
  openPage = page;
  if (isSame || !isBehind) return;
  isBehind = false;
  try {
    await refreshLanguage();
  } catch {
    // There is no connection; the next page tries again.
    isBehind = true;
  }
}
