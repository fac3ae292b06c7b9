/** Topics and topic filters. Source: MQTT 3.1.1 (OASIS), 4.7. */

/** The longest topic and filter, in characters; longer ones are ignored. */
export const LONGEST_TOPIC = 200;
const MAX_LEVELS = 16;

/** True for a valid topic filter: `+` stands for one level, `#` at the end for all below. */
export function isTopicFilter(filter: string): boolean {
  if (filter === '' || filter.length > LONGEST_TOPIC || hasControl(filter)) return false;
  const levels = filter.split('/');
  if (levels.length > MAX_LEVELS) return false;
  return levels.every((level, index) =>
    level === '#' ? index === levels.length - 1 : level === '+' || !(level.includes('+') || level.includes('#')),
  );
}

const hasControl = (text: string): boolean => /\p{Cc}/u.test(text);

/**
 * True when a filter selects a topic. The broker's own topics, which begin with `$`, must be selected explicitly
 * (4.7.2).
 */
export function matchesTopic(filter: string, topic: string): boolean {
  if (topic.length > LONGEST_TOPIC) return false;
  const wanted = filter.split('/');
  const levels = topic.split('/');
  if (topic.startsWith('$') && wanted[0] !== levels[0]) return false;
  for (const [index, level] of wanted.entries()) {
    // It also selects its parent level.
    if (level === '#') return true;
    if (index >= levels.length || (level !== '+' && level !== levels[index])) return false;
  }
  return wanted.length === levels.length;
}

/** Sorts filters so that the most specific one that selects a topic comes first. */
export function byPrecision(one: string, other: string): number {
  const [a, b] = [one.split('/'), other.split('/')];
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const difference = vagueness(a[index]) - vagueness(b[index]);
    if (difference !== 0) return difference;
  }
  return one < other ? -1 : Number(one > other);
}

const vagueness = (level: string | undefined): number =>
  level === '#' ? 3 : level === '+' ? 2 : level === undefined ? 0 : 1;
