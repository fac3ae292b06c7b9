import type { Page } from 'playwright-core';

/** When the browser received which frames, however busy the page is. */
export interface ReceivedFrames {
  /** When the first frame came that fits, as `performance.now()` has it; infinite where none did. */
  at(fits: (text: string) => boolean): number;
}

/** Listens to the sockets that the page opens from now on. */
export function recordFrames(page: Page): ReceivedFrames {
  const frames: { text: string; at: number }[] = [];
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => {
      if (typeof payload === 'string') frames.push({ text: payload, at: performance.now() });
    });
  });
  return { at: (fits) => frames.find(({ text }) => fits(text))?.at ?? Infinity };
}
