/** The part of Playwright's page that counting frames needs. */
export interface ScriptedPage {
  evaluate<Result>(script: string): Promise<Result>;
}

export interface Frames {
  framesPerSecond: number;
  /** The milliseconds between two frames: the 95th percentile, and the longest. */
  p95Ms: number;
  longestMs: number;
}

/**
 * A script for a promise of the Frames of this many seconds.
 *
 * @param step the action of each frame; `ms` is the time since the first
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
