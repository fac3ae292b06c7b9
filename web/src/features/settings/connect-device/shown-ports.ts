import type { GatewayPort } from '@milepost/contract/device-routes';

/** So many stand there before somebody looks for another: the list begins with what most devices speak. */
const FIRST = 6;

/**
 * The ports to show: those that a search finds in name, maker or number; all of them, behind the first ones by title; or the
 * first ones with those that another program holds, because somebody has to know.
 */
export function shownPorts(ports: readonly GatewayPort[], typed: string, all: boolean): readonly GatewayPort[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length > 0) return ports.filter((port) => words.every((word) => wordsOf(port).includes(word)));
  if (!all) return ports.filter(({ taken }, index) => index < FIRST || taken.length > 0);
  return [...ports.slice(0, FIRST), ...byTitle(ports.slice(FIRST))];
}

/** As one looks for a name among many; a sign before it does not count. */
export const byTitle = (ports: readonly GatewayPort[]): readonly GatewayPort[] =>
  ports.toSorted((a, b) => letters(a).localeCompare(letters(b), 'en', { numeric: true }));

const letters = ({ title }: GatewayPort) => title.replace(/^[^\p{L}\p{N}]+/u, '');

const wordsOf = ({ title, protocol, port }: GatewayPort) => `${title} ${protocol} ${port}`.toLowerCase();
