/** A page of Playwright, as far as frames are counted in it. */
interface ScriptedPage {
  evaluate<Result>(script: string): Promise<Result>;
}

export interface Frames {
  framesPerSecond: number;
  /** Milliseconds between two frames: 95 % are shorter, and the longest. */
  p95Ms: number;
  longestMs: number;
}

/** Counts animation frames of the page for some seconds, the map's camera still or drifting all the time. */
export function countFrames(page: ScriptedPage, seconds: number, moveCamera: boolean): Promise<Frames> {
  return page.evaluate<Frames>(`new Promise((resolve) => {
    const { map } = window.__milepost;
    const { lng, lat } = map.getCenter();
    const began = performance.now();
    const between = [];
    let last = began;
    const frame = () => {
      const now = performance.now();
      between.push(now - last);
      last = now;
      if (${moveCamera}) {
        // Forty pixels to and fro.
        const reach = (40 * 360) / (512 * 2 ** map.getZoom());
        map.jumpTo({ center: [lng + reach * Math.sin((now - began) / 700), lat] });
      }
      if (now - began < ${seconds * 1000}) requestAnimationFrame(frame);
      else {
        between.sort((a, b) => a - b);
        resolve({
          framesPerSecond: Math.round((between.length / (now - began)) * 10_000) / 10,
          p95Ms: Math.round(between[Math.floor(between.length * 0.95)]),
          longestMs: Math.round(between.at(-1)),
        });
      }
    };
    requestAnimationFrame(frame);
  })`);
}
