import { type Frames, framesScript, type ScriptedPage } from './frames.ts';

const STEP = `list.scrollTop += step;
    if (list.scrollTop <= 0 || list.scrollTop + list.clientHeight >= list.scrollHeight - 1) step = -step;`;

/** Counts animation frames of the page for some seconds while a list is scrolled, so many pixels a frame, to and fro. */
export function countScrollFrames(page: ScriptedPage, selector: string, seconds: number, stepPx = 30): Promise<Frames> {
  return page.evaluate(`(() => {
    const list = document.querySelector(${JSON.stringify(selector)});
    let step = ${stepPx};
    return ${framesScript(seconds, STEP)};
  })()`);
}
