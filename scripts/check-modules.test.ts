import { expect, test } from 'vitest';
import { circlesIn, judgeSmall, smallModules } from './check-modules.ts';
import type { Module } from './module-graph.ts';

const module = (file: string, imports: string[] = [], { lines = 50, runtime = imports } = {}): Module => ({
  file,
  lines,
  imports,
  runtime,
});

test('finds modules that import each other in a circle, each circle once', () => {
  const modules = [module('a', ['b']), module('b', ['c']), module('c', ['a', 'd']), module('d'), module('e', ['d'])];
  expect(circlesIn(modules).map((circle) => circle.toSorted())).toEqual([['a', 'b', 'c']]);
});

test('takes no import of types for a part of a circle', () => {
  expect(circlesIn([module('a', ['b']), module('b', ['a'], { runtime: [] })])).toEqual([]);
});

test('lists small modules with a single importer', () => {
  const small = { lines: 29 };
  const modules = [
    module('one', ['of-one', 'of-two', 'long']),
    module('two', ['of-two']),
    module('of-one', [], small),
    module('of-two', [], small),
    module('long'),
    module('of-none', [], small),
  ];
  expect(smallModules(modules)).toEqual([{ file: 'of-one', importer: 'one' }]);
});

test('allows no more small modules than today, and asks to lower a limit that is too high', () => {
  expect(judgeSmall(['a', 'b'], 2)).toEqual([]);
  expect(judgeSmall(['a', 'b', 'c'], 2)).toHaveLength(1);
  expect(judgeSmall(['a'], 12)).toHaveLength(1);
});
