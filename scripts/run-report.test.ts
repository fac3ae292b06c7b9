import { expect, it } from 'vitest';
import { reportOf } from './run-report.ts';

const passed = (name: string, ms: number, retries = 0) => ({ name, state: 'passed', ms, retries });

it('names the slowest twenty, slowest first, and the sums last', () => {
  const { lines, success } = reportOf(Array.from({ length: 30 }, (_, index) => passed(`test ${index}`, index * 1000)));
  expect(lines).toHaveLength(22);
  expect(lines[1]).toBe('   29.0 s  test 29');
  expect(lines[20]).toBe('   10.0 s  test 10');
  expect(lines.at(-1)).toBe('30 passed, 0 failed, 0 skipped, 0 at the second try');
  expect(success).toBe(true);
});

it('fails a run in which more than three tests needed a second try', () => {
  const three = [passed('a', 1, 1), passed('b', 1, 1), passed('c', 1, 1), passed('d', 1)];
  expect(reportOf(three)).toMatchObject({ success: true });
  expect(reportOf(three).lines).toContain('  a');
  const four = reportOf([...three, passed('e', 1, 1)]);
  expect(four.success).toBe(false);
  expect(four.lines).toContain('More than 3 tests needed a second try: the run fails.');
});

it('fails a run with a failed test, and one without any test', () => {
  expect(reportOf([passed('a', 1), { name: 'b', state: 'failed', ms: 1, retries: 1 }]).success).toBe(false);
  expect(reportOf([]).success).toBe(false);
  expect(reportOf([{ name: 'a', state: 'skipped', ms: 0, retries: 0 }]).success).toBe(false);
});
