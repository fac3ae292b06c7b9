import type { GatewayPort } from '@milepost/contract/device-routes';

/** So many stand there before somebody looks for another: the list begins with what most devices speak. */
const FIRST = 6;

/**
 * The ports to show: those that a search finds in name, maker or number, all of them, or the first ones with those that
 * another program holds, because somebody has to know.
 */
export function shownPorts(ports: readonly GatewayPort[], typed: string, all: boolean): readonly GatewayPort[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length > 0) return ports.filter((port) => words.every((word) => wordsOf(port).includes(word)));
  return all ? ports : ports.filter(({ taken }, index) => index < FIRST || taken.length > 0);
}

const wordsOf = ({ title, protocol, port }: GatewayPort) => `${title} ${protocol} ${port}`.toLowerCase();
