import { elementAt } from './at.ts';
/** Two ends closer than this (grid steps, about 1 cm each) are the two sides of one cut. */
const CLOSE = 4;

function near(a: number[], ai: number, b: number[], bi: number): boolean {
  return (
    Math.abs(elementAt(a, ai) - elementAt(b, bi)) <= CLOSE &&
    Math.abs(elementAt(a, ai + 1) - elementAt(b, bi + 1)) <= CLOSE
  );
}

/**
 * Joins the pieces of one way, end to start, into as few lines as possible. Pieces keep their direction, because
 * one-way streets depend on it; the duplicated point of a cut is dropped.
 *
 * @param pieces flat [x, y, …] grid coordinates
 */
export function joinPieces(pieces: readonly number[][]): number[][] {
  const lines = pieces.filter((piece) => piece.length >= 4).map((piece) => [...piece]);
  for (let merged = true; merged;) {
    merged = false;
    search: for (const [i, head] of lines.entries()) {
      for (const [j, tail] of lines.entries()) {
        if (i === j || !near(head, head.length - 2, tail, 0)) continue;
        // The cut is not a node of the way: the points of both sides are dropped.
        head.push(...tail.slice(2));
        lines.splice(j, 1);
        merged = true;
        break search;
      }
    }
  }
  return lines;
}
