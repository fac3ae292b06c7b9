/** Commands to the app, each a separate message. Source: owntracks.org/booklet/tech/json, `_type=cmd`. */
import type { Command } from '../types.ts';

/** A location request; the app replies with its position, with `t` as `r`. */
const REPORT_LOCATION = '{"_type":"cmd","action":"reportLocation"}';

/** Returns a command as the text of a message; null if it cannot be expressed. */
export function commandPayload(command: Command): string | null {
  if (command.kind === 'locate') return REPORT_LOCATION;
  return command.kind === 'text' ? command.text : null;
}

/** True when a text is one message. In a list, anything else would keep the app from reading the list. */
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
