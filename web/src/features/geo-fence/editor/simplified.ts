import type { FenceShape } from '@milepost/contract/fence-shape-types';
import { simplifyLine } from '@milepost/contract/simplify-line';
import { cornersOf } from '@milepost/contract/shape-fault';

/** The tolerances of the simplification in metres, tried from fine to coarse. */
const TOLERANCES_M = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];

/**
 * The shape with about half of its corners or fewer, at the finest tolerance that achieves it. Circles stay unchanged.
 */
export function simplified(shape: FenceShape): FenceShape {
  if (shape.kind === 'circle') return shape;
  const wanted = Math.max(8, cornersOf(shape).length / 2);
  let simpler = shape;
  for (const toleranceM of TOLERANCES_M) {
    simpler = thinned(shape, toleranceM);
    if (cornersOf(simpler).length <= wanted) break;
  }
  return simpler;
}

function thinned(shape: FenceShape & { kind: 'polygon' | 'corridor' }, toleranceM: number) {
  if (shape.kind === 'corridor') return { ...shape, line: simplifyLine(shape.line, toleranceM) };
  const rings = shape.rings.map((ring) => {
    const simple = simplifyLine(ring, toleranceM);
    return simple.length < 3 ? ring : simple;
  });
  return { ...shape, rings };
}
