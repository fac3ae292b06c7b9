import { elementAt } from './at.ts';
const startKey = (line: readonly number[]): string => `${line[0]},${line[1]}`;
const endKey = (line: readonly number[]): string => `${line.at(-2)},${line.at(-1)}`;

/**
 * Chains lines that meet end to start, so that a street mapped as many ways becomes a few long lines: labels need the
 * length. Directions are kept; where several lines leave from one point, the first remaining one is used.
 *
 * @param lines flat [x, y, …] grid coordinates
 */
export function chainLines(lines: readonly (readonly number[])[]): number[][] {
  const starts = new Map<string, number[]>();
  const ends = new Set(lines.map(endKey));
  for (const [i, line] of lines.entries()) {
    const list = starts.get(startKey(line));
    if (list) list.push(i);
    else starts.set(startKey(line), [i]);
  }
  const used = new Set<number>();
  const chains: number[][] = [];
  const walk = (first: number): void => {
    used.add(first);
    const chain = [...elementAt(lines, first)];
    for (;;) {
      const next = starts.get(endKey(chain))?.find((i) => !used.has(i));
      if (next === undefined) break;
      used.add(next);
      for (const value of elementAt(lines, next).slice(2)) chain.push(value);
    }
    chains.push(chain);
  };
  for (const [i, line] of lines.entries()) if (!used.has(i) && !ends.has(startKey(line))) walk(i);
  for (const i of lines.keys()) if (!used.has(i)) walk(i);
  return chains;
}
