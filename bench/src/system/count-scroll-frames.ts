import { type Frames, framesScript, type ScriptedPage } from './frames.ts';

const STEP = `list.scrollTop += step;
    if (list.scrollTop <= 0 || list.scrollTop + list.clientHeight >= list.scrollHeight - 1) step = -step;`;

/**
 * Counts the page's animation frames for some seconds while a list is scrolled back and forth by this many pixels per
 * frame.
 */
export function countScrollFrames(page: ScriptedPage, selector: string, seconds: number, stepPx = 30): Promise<Frames> {
  return page.evaluate(`(() => {
    const list = document.querySelector(${JSON.stringify(selector)});
    let step = ${stepPx};
    return ${framesScript(seconds, STEP)};
  })()`);
}
