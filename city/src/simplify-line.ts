import { elementAt } from './at.ts';
type Point = [number, number];

/** Douglas and Peucker: the fewest points of a line that stay within `tolerance` (same unit as the coordinates). */
export function simplifyLine(line: readonly Point[], tolerance: number): Point[] {
  const store = new Uint8Array(line.length);
  store[0] = 1;
  store[line.length - 1] = 1;
  const stack: [number, number][] = [[0, line.length - 1]];
  for (let span = stack.pop(); span; span = stack.pop()) {
    const [from, to] = span;
    let far = 0;
    let farthest = -1;
    for (let i = from + 1; i < to; i += 1) {
      const d = distance(elementAt(line, i), elementAt(line, from), elementAt(line, to));
      if (d > far) [far, farthest] = [d, i];
    }
    if (far <= tolerance || farthest < 0) continue;
    store[farthest] = 1;
    stack.push([from, farthest], [farthest, to]);
  }
  return line.filter((_, i) => store[i] === 1);
}

function distance([px, py]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const t = length === 0 ? 0 : Math.max(0, Math.min(1, ((px - ax) * dx + (py - ay) * dy) / length));
  return Math.hypot(px - ax - t * dx, py - ay - t * dy);
}
