/** What the app is asked, as a message of its own. Source: owntracks.org/booklet/tech/json, `_type=cmd`. */
import type { Command } from '../types.ts';

/** What the app answers a question with: its place, with `t` as `r`. */
const REPORT_LOCATION = '{"_type":"cmd","action":"reportLocation"}';

/** What a device is asked, as the text of a message; null if there are no words for it. */
export function commandPayload(command: Command): string | null {
  if (command.kind === 'locate') return REPORT_LOCATION;
  return command.kind === 'text' ? command.text : null;
}

/** Whether a text is one message. In a list, anything else would keep the app from reading the list. */
export function isMessage(text: string): boolean {
  try {
    const json: unknown = JSON.parse(text);
    if (typeof json !== 'object' || json === null || !('_type' in json)) return false;
    const { _type: type } = json;
    return typeof type === 'string';
  } catch {
    return false;
  }
}
