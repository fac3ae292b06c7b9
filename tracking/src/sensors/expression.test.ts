import { describe, expect, it } from 'vitest';
import { attributesIn, compileExpression } from './expression.ts';

const REPORTED = { analog1V: 2.5, fuelL: 40, ignition: true, gear: 3, zero: 0, driverTag: 'A7' };

function valueOf(text: string) {
  const compiled = compileExpression(text);
  return typeof compiled === 'function' ? compiled(REPORTED) : compiled;
}

describe('an expression', () => {
  it.each([
    ['analog1V * 20 + 3', 53],
    ['20 * analog1V', 50],
    ['7 % 4', 3],
    ['gear % 2', 1],
    ['7 / 2.0', 3.5],
    ['ignition && analog1V > 2 ? fuelL : 0', 40],
    ['!ignition', false],
    ['abs(analog1V - 5)', 2.5],
    ['max(fuelL, 50) - min(1, 2)', 49],
    ['round(analog1V)', 3],
    ['driverTag == "A7"', true],
  ])('%s is %s', (text, value) => {
    expect(valueOf(text)).toBe(value);
  });

  it.each(['analog1V / zero', 'analog1V / 0', '5 / 0', '0.0 / 0.0', 'missing + 1', 'driverTag * 2', 'driverTag'])(
    '%s has no value',
    (text) => {
      expect(valueOf(text)).toBeNull();
    },
  );

  it('reports the position at which it cannot be read', () => {
    expect(valueOf('analog1V +')).toMatchObject({ code: 'syntax', at: 10 });
    expect(valueOf('analog1V ; 1')).toMatchObject({ code: 'syntax', at: 9 });
    expect(valueOf('frobnicate(1)')).toMatchObject({ at: 0 });
  });

  it.each([
    '[1, 2, 3].all(x, x > 0)',
    '[0, 1].map(x, [0, 1].map(y, [0, 1].map(z, x + y + z)))',
    '"aaaaaaaaaaaaaaaaaaaaaaaa!".matches("(a+)+$")',
    'driverTag.size()',
    'constructor.prototype',
    '{"a": 1}["a"]',
    'timestamp("2026-01-01T00:00:00Z")',
  ])('rejects %s, which might not end or have side effects', (text) => {
    expect(valueOf(text)).toMatchObject({ code: expect.stringMatching(/not-allowed|syntax/) });
  });

  it('is rejected if it is too long to evaluate in time', () => {
    expect(valueOf(Array.from({ length: 80 }, () => '1').join('+'))).toMatchObject({ code: 'syntax' });
    expect(valueOf(`${'('.repeat(60)}1${')'.repeat(60)}`)).toMatchObject({ code: 'syntax' });
  });

  it.each(['constructor', 'toString', 'hasOwnProperty', '__proto__'])('%s is not an attribute', (text) => {
    expect(valueOf(text)).not.toEqual(expect.any(Function));
    expect(typeof valueOf(text)).toBe('object');
  });
});

it.each([
  ['analog1V * 20 + 3', ['analog1V']],
  ['ignition && analog1V > 1.5 ? max(analog1V, fuelL) : 0', ['ignition', 'analog1V', 'fuelL']],
  ['2 + 2', []],
  ['2 +', []],
])('the attributes of %s are %j', (text, names) => {
  expect(attributesIn(text)).toEqual(names);
});
