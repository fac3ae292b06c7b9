import type { Frames } from './count-frames.ts';

/** A page of Playwright, as far as frames are counted in it. */
interface ScriptedPage {
  evaluate<Result>(script: string): Promise<Result>;
}

interface Pan {
  camera: { lat: number; lon: number; zoom: number };
  seconds: number;
  /** Leaves the fences out, to see what the map costs without them. */
  hidden: boolean;
}

/** Counts animation frames while the map is dragged to and fro over more than its own width, so that new tiles come. */
export function panFrames(
  page: ScriptedPage,
  { camera, seconds, hidden }: Pan,
): Promise<Frames & { fencesInView: number }> {
  return page.evaluate(`new Promise((resolve) => {
    const { map } = window.__milepost;
    for (const { id } of map.getStyle().layers) {
      if (id.startsWith('fence-')) map.setLayoutProperty(id, 'visibility', ${hidden} ? 'none' : 'visible');
    }
    const { lat, lon, zoom } = ${JSON.stringify(camera)};
    map.jumpTo({ center: [lon, lat], zoom });
    const reach = (800 * 360) / (512 * 2 ** zoom);
    const settle = () => {
      const seen = new Set(map.queryRenderedFeatures({ layers: ['fence-fill', 'fence-band', 'fence-dot'] }).map(({ id }) => id));
      const began = performance.now();
      const between = [];
      let last = began;
      const frame = () => {
        const now = performance.now();
        between.push(now - last);
        last = now;
        map.jumpTo({ center: [lon + reach * Math.sin((now - began) / 1300), lat] });
        if (now - began < ${seconds * 1000}) return requestAnimationFrame(frame);
        between.sort((a, b) => a - b);
        resolve({
          fencesInView: seen.size,
          framesPerSecond: Math.round((between.length / (now - began)) * 10_000) / 10,
          p95Ms: Math.round(between[Math.floor(between.length * 0.95)]),
          longestMs: Math.round(between.at(-1)),
        });
      };
      requestAnimationFrame(frame);
    };
    // The tiles of the place come first; a map that never rests is measured all the same.
    let waited = false;
    const once = () => {
      if (waited) return;
      waited = true;
      settle();
    };
    map.once('idle', once);
    setTimeout(once, 8000);
  })`);
}
