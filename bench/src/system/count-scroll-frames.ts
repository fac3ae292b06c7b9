import type { Frames } from './count-frames.ts';

interface ScriptedPage {
  evaluate<Result>(script: string): Promise<Result>;
}

/** Counts animation frames of the page for some seconds while a list is scrolled, 30 px a frame, to and fro. */
export function countScrollFrames(page: ScriptedPage, selector: string, seconds: number): Promise<Frames> {
  return page.evaluate<Frames>(`new Promise((resolve) => {
    const list = document.querySelector(${JSON.stringify(selector)});
    const began = performance.now();
    const between = [];
    let last = began;
    let step = 30;
    const frame = () => {
      const now = performance.now();
      between.push(now - last);
      last = now;
      list.scrollTop += step;
      if (list.scrollTop <= 0 || list.scrollTop + list.clientHeight >= list.scrollHeight - 1) step = -step;
      if (now - began < ${seconds * 1000}) return requestAnimationFrame(frame);
      between.sort((a, b) => a - b);
      resolve({
        framesPerSecond: Math.round((between.length / (now - began)) * 10_000) / 10,
        p95Ms: Math.round(between[Math.floor(between.length * 0.95)]),
        longestMs: Math.round(between.at(-1)),
      });
    };
    requestAnimationFrame(frame);
  })`);
}
