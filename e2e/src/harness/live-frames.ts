import type { Page } from 'playwright-core';

/** Records when the browser received frames, however busy the page is. */
export interface ReceivedFrames {
  /** The time of the first matching frame, as in `performance.now()`; infinite if none matched. */
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
