import { elementAt } from './at.ts';

/** Chamfer distance in cells to the nearest cell where `source` is true. */
export function distanceTo(source: (i: number) => boolean, width: number, height: number): Float32Array {
  const d = new Float32Array(width * height).fill(1e6);
  const relax = (i: number, j: number, step: number): void => {
    if (elementAt(d, j) + step < elementAt(d, i)) d[i] = elementAt(d, j) + step;
  };
  for (let i = 0; i < d.length; i += 1) if (source(i)) d[i] = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const i = y * width + x;
      if (x > 0) relax(i, i - 1, 1);
      if (y > 0) relax(i, i - width, 1);
      if (x > 0 && y > 0) relax(i, i - width - 1, Math.SQRT2);
      if (x < width - 1 && y > 0) relax(i, i - width + 1, Math.SQRT2);
    }
  }
  for (let y = height - 1; y >= 0; y -= 1) {
    for (let x = width - 1; x >= 0; x -= 1) {
      const i = y * width + x;
      if (x < width - 1) relax(i, i + 1, 1);
      if (y < height - 1) relax(i, i + width, 1);
      if (x < width - 1 && y < height - 1) relax(i, i + width + 1, Math.SQRT2);
      if (x > 0 && y < height - 1) relax(i, i + width - 1, Math.SQRT2);
    }
  }
  return d;
}

/** Cells reachable from the seeds through cells that `open` allows. */
export function flood(
  seeds: readonly number[],
  open: (i: number) => boolean,
  width: number,
  height: number,
): Uint8Array {
  const wet = new Uint8Array(width * height);
  const stack = seeds.filter(open);
  for (const seed of stack) wet[seed] = 1;
  for (let i = stack.pop(); i !== undefined; i = stack.pop()) {
    const x = i % width;
    const neighbours = [x > 0 ? i - 1 : -1, x < width - 1 ? i + 1 : -1, i - width, i + width];
    for (const n of neighbours) {
      if (n < 0 || n >= wet.length || wet[n] || !open(n)) continue;
      wet[n] = 1;
      stack.push(n);
    }
  }
  return wet;
}

/** Three rounds of a 1-2-1 mean in both directions. */
export function blur(values: Float64Array, width: number): Float64Array {
  let field = values;
  for (let round = 0; round < 3; round += 1) field = pass(pass(field, 1), width);
  return field;
}

function pass(from: Float64Array, step: number): Float64Array {
  const out = new Float64Array(from.length);
  for (let i = 0; i < from.length; i += 1) {
    const a = from[i - step] ?? elementAt(from, i);
    const b = from[i + step] ?? elementAt(from, i);
    out[i] = a * 0.25 + elementAt(from, i) * 0.5 + b * 0.25;
  }
  return out;
}

/** Marks the cells whose centre lies in a ring (even-odd); `cell` and the origin in the ring's unit. */
export function fill(
  part: readonly number[],
  mark: (x: number, y: number) => void,
  cell: number,
  west: number,
  north: number,
): void {
  let top = Infinity;
  let bottom = -Infinity;
  for (let k = 1; k < part.length; k += 2) {
    top = Math.min(top, elementAt(part, k));
    bottom = Math.max(bottom, elementAt(part, k));
  }
  for (let y = Math.floor((top - north) / cell); y <= (bottom - north) / cell; y += 1) {
    const line = north + (y + 0.5) * cell;
    const cuts: number[] = [];
    for (let k = 0; k < part.length; k += 2) {
      const [ax, ay] = [elementAt(part, k), elementAt(part, k + 1)];
      const [bx, by] = [elementAt(part, (k + 2) % part.length), elementAt(part, (k + 3) % part.length)];
      if (ay > line !== by > line) cuts.push(ax + ((line - ay) * (bx - ax)) / (by - ay));
    }
    cuts.sort((a, b) => a - b);
    for (let c = 0; c + 1 < cuts.length; c += 2) {
      for (
        let x = Math.ceil((elementAt(cuts, c) - west) / cell - 0.5);
        x <= (elementAt(cuts, c + 1) - west) / cell - 0.5;
        x += 1
      )
        mark(x, y);
    }
  }
}
