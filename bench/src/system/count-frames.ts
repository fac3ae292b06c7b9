import { type Frames, framesScript, type ScriptedPage } from './frames.ts';

/** Counts the page's animation frames for some seconds, with the map's camera fixed or drifting all the time. */
export function countFrames(page: ScriptedPage, seconds: number, moveCamera: boolean): Promise<Frames> {
  // Forty pixels back and forth.
  const drift = `const reach = (40 * 360) / (512 * 2 ** map.getZoom());
    map.jumpTo({ center: [lng + reach * Math.sin(ms / 700), lat] });`;
  return page.evaluate(`(() => {
    const { map } = window.__milepost;
    const { lng, lat } = map.getCenter();
    return ${framesScript(seconds, moveCamera ? drift : '')};
  })()`);
}
