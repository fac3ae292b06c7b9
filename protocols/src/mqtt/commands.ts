import { deviceTopic } from '../owntracks/payload.ts';

const COMMAND_SUFFIX = '/cmd';

/**
 * Where a device that publishes under a topic hears what it is asked. So the app of OwnTracks does
 * (owntracks.org/booklet/tech/json/#_typecmd, with "remote commands" on); others can be made to.
 */
export const commandTopic = (topic: string): string => deviceTopic(topic) + COMMAND_SUFFIX;

/** Whether a topic is that of one device: of others somebody else may hear what is said under it. */
export const isTopicOf = (topic: string, identity: string): boolean =>
  deviceTopic(topic) === identity || topic.split('/').some((level) => level.trim() === identity);

/** Whether it is where devices hear, not where they report: a broker also hands out what we say there. */
export const isCommandTopic = (topic: string): boolean => topic.endsWith(COMMAND_SUFFIX);

/** The app lets the broker say so once its connection has ended. */
export const isFarewell = (text: string): boolean => text.includes('"lwt"');
