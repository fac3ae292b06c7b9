import type { GatewayPort } from '@milepost/contract/device-operations';

/** The number of ports shown before a search: the list begins with the most common protocols. */
const FIRST = 6;

/**
 * The ports to show: those that a search finds by name, vendor or number; or all of them, the first ones followed by
 * the others sorted by title; or the first ones and those occupied by another program, which require attention.
 */
export function shownPorts(ports: readonly GatewayPort[], typed: string, all: boolean): readonly GatewayPort[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length > 0) return ports.filter((port) => words.every((word) => wordsOf(port).includes(word)));
  if (!all) return ports.filter(({ taken }, index) => index < FIRST || taken.length > 0);
  return [...ports.slice(0, FIRST), ...byTitle(ports.slice(FIRST))];
}

/** Sorted for looking up a name; a leading sign is ignored. */
export const byTitle = (ports: readonly GatewayPort[]): readonly GatewayPort[] =>
  ports.toSorted((a, b) => letters(a).localeCompare(letters(b), 'en', { numeric: true }));

const letters = ({ title }: GatewayPort) => title.replace(/^[^\p{L}\p{N}]+/u, '');

const wordsOf = ({ title, protocol, port }: GatewayPort) => `${title} ${protocol} ${port}`.toLowerCase();
