/** A page of Playwright, as far as frames are counted in it. */
export interface ScriptedPage {
  evaluate<Result>(script: string): Promise<Result>;
}

export interface Frames {
  framesPerSecond: number;
  /** Milliseconds between two frames: 95 % are shorter, and the longest. */
  p95Ms: number;
  longestMs: number;
}

/**
 * Script for a promise of the Frames of so many seconds.
 *
 * @param step what each frame does; `ms` is the time since the first
 */
export const framesScript = (seconds: number, step: string) => `new Promise((resolve) => {
  const began = performance.now();
  const between = [];
  let last = began;
  const frame = () => {
    const now = performance.now();
    between.push(now - last);
    last = now;
    const ms = now - began;
    ${step}
    if (ms < ${seconds * 1000}) return requestAnimationFrame(frame);
    between.sort((a, b) => a - b);
    resolve({
      framesPerSecond: Math.round((between.length / ms) * 10_000) / 10,
      p95Ms: Math.round(between[Math.floor(between.length * 0.95)]),
      longestMs: Math.round(between.at(-1)),
    });
  };
  requestAnimationFrame(frame);
})`;
