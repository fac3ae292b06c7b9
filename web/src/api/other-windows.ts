import { speakAnew } from './speak-anew.ts';

const NAME = 'how-the-person-reads';

let channel: BroadcastChannel | null = null;
/** Whether another window of this browser changed language, time zone or units since this one asked for them. */
let isBehind = false;

/** Hears from now on what other windows change. */
export function hearOtherWindows(): BroadcastChannel {
  if (channel) return channel;
  channel = new BroadcastChannel(NAME);
  channel.onmessage = () => {
    isBehind = true;
  };
  return channel;
}

/** Says to the other windows that the person reads otherwise now. */
export const tellOtherWindows = () => hearOtherWindows().postMessage(null);

/**
 * Speaks as the other windows do, where one of them changed that. For when a page opens: the pages are drawn anew, and
 * what was typed into one would be gone.
 */
export async function catchUp(): Promise<void> {
  if (!isBehind) return;
  isBehind = false;
  try {
    await speakAnew();
  } catch {
    // Without a connection; the next page tries again.
    isBehind = true;
  }
}
