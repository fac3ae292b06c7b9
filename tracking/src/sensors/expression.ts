import { type ASTNode, Environment, EvaluationError, ParseError } from '@marcbachmann/cel-js';
import type { Attributes } from '@milepost/protocols/types';
import { withNumbers } from './cel-numbers.ts';

/** Operators, values and names: without loops or patterns (`ALLOWED`) this bounds the time of an evaluation. */
const MAX_NODES = 100;
const MAX_DEPTH = 24;

/** Excludes loops (`map`, `all`), lists and patterns: an expression takes as many steps as it has nodes. */
const ALLOWED: ReadonlySet<ASTNode['op']> = new Set([
  'value',
  'id',
  'call',
  '?:',
  '||',
  '&&',
  '!_',
  '-_',
  '==',
  '!=',
  '+',
  '-',
  '*',
  '/',
  '%',
  '<',
  '<=',
  '>',
  '>=',
]);
const FUNCTIONS: ReadonlySet<string> = new Set(['min', 'max', 'abs', 'round', 'double']);

/** Why an expression cannot be used: the message, and its position (characters from the start). */
export type ExpressionFault =
  | { code: 'syntax'; at: number; detail: string }
  | { code: 'not-allowed'; at: number; what: string };

/**
 * A number or a yes/no value; null where an attribute is missing or the result is neither, as after a division by zero.
 */
export type Evaluate = (attributes: Attributes) => number | boolean | null;

const environment = withNumbers(
  new Environment({ unlistedVariablesAreDyn: true, limits: { maxAstNodes: MAX_NODES, maxDepth: MAX_DEPTH } }),
);

/**
 * Compiles an expression in CEL (the Common Expression Language, https://cel.dev) over the attributes of a report by
 * their names, such as `analog1V * 20 + 3`. Integers mix with floating-point numbers; the functions are `min`, `max`,
 * `abs`, `round` and `double`. Returns the fault instead of throwing when the expression cannot be used.
 */
export function compileExpression(text: string): Evaluate | ExpressionFault {
  try {
    const program = environment.parse(text);
    const refused = findRefused(program.ast);
    if (refused) return refused;
    const { error, valid } = program.check();
    if (!valid && error) return { code: 'syntax', at: error.range?.start ?? 0, detail: error.summary };
    return (attributes) => evaluate(program, attributes);
  } catch (error) {
    if (!(error instanceof ParseError || error instanceof EvaluationError)) throw error;
    return { code: 'syntax', at: error.range?.start ?? 0, detail: error.summary };
  }
}

/** Returns the attributes used by an expression; none if the expression cannot be used. */
export function attributesIn(text: string): string[] {
  try {
    return [...new Set(namesOf(environment.parse(text).ast))];
  } catch {
    return [];
  }
}

const namesOf = (node: ASTNode): string[] =>
  node.op === 'id' ? [node.args] : childrenOf(node).flatMap((child) => namesOf(child));

function evaluate(program: (attributes: Attributes) => unknown, attributes: Attributes): number | boolean | null {
  try {
    const result = program(attributes);
    if (typeof result === 'boolean') return result;
    const value = typeof result === 'bigint' ? Number(result) : result;
    return typeof value === 'number' && Number.isFinite(value) ? value : null;
  } catch {
    // The report lacks an attribute, a text stands where a number is required, or an integer is divided by 0.
    return null;
  }
}

function findRefused(node: ASTNode): ExpressionFault | null {
  const at = node.start;
  if (!ALLOWED.has(node.op)) return { code: 'not-allowed', at, what: node.input.slice(node.start, node.end) };
  if (node.op === 'call' && !FUNCTIONS.has(node.args[0])) return { code: 'not-allowed', at, what: `${node.args[0]}()` };
  for (const child of childrenOf(node)) {
    const refused = findRefused(child);
    if (refused) return refused;
  }
  return null;
}

const isNode = (one: unknown): one is ASTNode => typeof one === 'object' && one !== null && 'op' in one;

function childrenOf({ args }: ASTNode): ASTNode[] {
  const all: unknown[] = Array.isArray(args) ? args.flat() : [args];
  return all.filter(isNode);
}
