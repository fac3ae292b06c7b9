import { type Frames, framesScript, type ScriptedPage } from './frames.ts';

interface Pan {
  camera: { lat: number; lon: number; zoom: number };
  seconds: number;
  /** Hides the geofences, to measure the cost of the map without them. */
  hidden: boolean;
}

/**
 * Counts animation frames while the map is dragged back and forth over more than its own width, so that new tiles are
 * loaded.
 */
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
      ${framesScript(seconds, 'map.jumpTo({ center: [lon + reach * Math.sin(ms / 1300), lat] });')}.then((frames) =>
        resolve({ fencesInView: seen.size, ...frames }),
      );
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
