import { refreshLanguage } from './refresh-language.ts';
import { inBase } from './base-path.ts';

const NAME = inBase('how-the-person-reads');

let channel: BroadcastChannel | null = null;
/** Whether another window of this browser changed language, time zone or units since this one asked for them. */
let isBehind = false;
/** The page that opened last. */
let openPage = '';

/** Hears from now on what other windows change. */
export function listenToOtherWindows(): BroadcastChannel {
  if (channel) return channel;
  channel = new BroadcastChannel(NAME);
  channel.addEventListener('message', () => {
    isBehind = true;
  });
  return channel;
}

/** Says to the other windows that the person reads otherwise now. */
export function notifyOtherWindows(): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has its own origin alone
  listenToOtherWindows().postMessage(null);
}

/**
 * Speaks as the other windows do, where one of them changed that, when another page opens: pages are drawn anew then, and
 * what was typed into one would be gone.
 */
export async function catchUp(page: string): Promise<void> {
  const isSame = page === openPage;
  openPage = page;
  if (isSame || !isBehind) return;
  isBehind = false;
  try {
    await refreshLanguage();
  } catch {
    // Without a connection; the next page tries again.
    isBehind = true;
  }
}
