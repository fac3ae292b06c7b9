import { type Frames, framesScript, type ScriptedPage } from './frames.ts';

/** Counts animation frames of the page for some seconds, the map's camera still or drifting all the time. */
export function countFrames(page: ScriptedPage, seconds: number, moveCamera: boolean): Promise<Frames> {
  // Forty pixels to and fro.
  const drift = `const reach = (40 * 360) / (512 * 2 ** map.getZoom());
    map.jumpTo({ center: [lng + reach * Math.sin(ms / 700), lat] });`;
  return page.evaluate(`(() => {
    const { map } = window.__milepost;
    const { lng, lat } = map.getCenter();
    return ${framesScript(seconds, moveCamera ? drift : '')};
  })()`);
}
