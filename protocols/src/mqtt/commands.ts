import { deviceTopic } from '../owntracks/payload.ts';

const COMMAND_SUFFIX = '/cmd';

/**
 * The topic on which a device that publishes under a topic receives commands. The OwnTracks app uses it
 * (owntracks.org/booklet/tech/json/#_typecmd, with "remote commands" on); other devices can be configured to.
 */
export const commandTopic = (topic: string): string => deviceTopic(topic) + COMMAND_SUFFIX;

/** True when a topic belongs to one device: on other topics, somebody else could receive its commands. */
export const isTopicOf = (topic: string, identity: string): boolean =>
  deviceTopic(topic) === identity || topic.split('/').some((level) => level.trim() === identity);

/** True for a topic on which devices receive, not report: a broker also delivers the server's own messages there. */
export const isCommandTopic = (topic: string): boolean => topic.endsWith(COMMAND_SUFFIX);

/** The app's last will, which the broker publishes once its connection has ended. */
export const isFarewell = (text: string): boolean => text.includes('"lwt"');
