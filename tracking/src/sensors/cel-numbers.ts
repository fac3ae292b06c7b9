import type { Environment } from '@marcbachmann/cel-js';

type AnyNumber = number | bigint;
const least = (a: AnyNumber, b: AnyNumber): number => Math.min(Number(a), Number(b));
const most = (a: AnyNumber, b: AnyNumber): number => Math.max(Number(a), Number(b));

/**
 * CEL distinguishes integers from floating-point numbers; attributes are all floating-point, and people write `analog1V
 * * 20`.
 */
export function withNumbers(made: Environment): Environment {
  const operators: Record<string, (a: number, b: number) => number> = {
    '+': (a, b) => a + b,
    '-': (a, b) => a - b,
    '*': (a, b) => a * b,
    '/': (a, b) => a / b,
    '%': (a, b) => a % b,
  };
  for (const [sign, apply] of Object.entries(operators)) {
    const both = (a: AnyNumber, b: AnyNumber) => apply(Number(a), Number(b));
    made.registerOperator(`double ${sign} int`, both).registerOperator(`int ${sign} double`, both);
  }
  made.registerOperator('double % double', (a: number, b: number) => a % b);
  for (const type of ['double', 'int']) {
    made.registerFunction(`abs(${type}): double`, (a: AnyNumber) => Math.abs(Number(a)));
    made.registerFunction(`round(${type}): double`, (a: AnyNumber) => Math.round(Number(a)));
    for (const other of ['double', 'int']) {
      made.registerFunction(`min(${type}, ${other}): double`, least);
      made.registerFunction(`max(${type}, ${other}): double`, most);
    }
  }
  return made;
}
