import type { Command } from '../types.ts';
import { baseOf } from './read-topic.ts';

/**
 * Where a device that publishes under a topic hears what it is asked. So the app of OwnTracks does
 * (owntracks.org/booklet/tech/json/#_typecmd, with "remote commands" on); others can be made to.
 */
export const commandTopic = (topic: string): string => `${baseOf(topic)}/cmd`;

/** What the app answers a question with: its place, with `t` as `r`. */
const REPORT_LOCATION = '{"_type":"cmd","action":"reportLocation"}';

/** What a device is asked, as the payload of a message; null where there are no words for it. */
export function commandPayload(command: Command): string | null {
  if (command.kind === 'locate') return REPORT_LOCATION;
  return command.kind === 'text' ? command.text : null;
}
