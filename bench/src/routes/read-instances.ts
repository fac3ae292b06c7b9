import { readFileSync } from 'node:fs';
import type { RoutingProblem, SolverStop } from '@milepost/server/distribution/solver/problem';

export interface Instance {
  name: string;
  /** The vehicles and distance of the best known routes; vehicles null for any number. */
  known: { vehicles: number | null; distance: number };
  problem: RoutingProblem;
}

interface Customer {
  x: number;
  y: number;
  stop: SolverStop;
}

const FREE = { demand: 0, service: 0, windows: [{ from: -Infinity, to: Infinity }] };

const linesOf = (file: string): string[][] =>
  readFileSync(new URL(`../../instances/${file}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.trim().split(/\s+/));

/**
 * Solomon's instances, each twice: with the fewest vehicles known, and with any number and distances truncated to one
 * decimal.
 */
export function readSolomon(): Instance[] {
  const lines = linesOf('solomon.txt');
  const open = new Map<string, Set<number>>();
  const known: [string, number, number, number][] = [];
  const sets = new Map<string, { head: number[]; customers: number[][] }>();
  let current: { head: number[]; customers: number[][] } = { head: [], customers: [] };
  for (const [word = '', name = '', ...rest] of lines) {
    const numbers = rest.map(Number);
    if (word === 'open') open.set(name, new Set(numbers));
    else if (word === 'known') known.push([name, numbers[0] ?? 0, numbers[1] ?? 0, numbers[2] ?? 0]);
    else if (word === 'set') sets.set(name, (current = { head: numbers, customers: [] }));
    else current.customers.push([Number(word), Number(name), ...numbers]);
  }
  return known.flatMap(([name, vehicles, distance, anyDistance]) => {
    const { head, customers } = sets.get(name.slice(0, -2)) ?? { head: [], customers: [] };
    const [x = 0, y = 0, capacity = 0, end = 0, service = 0] = head;
    const without = open.get(name.slice(-1)) ?? new Set();
    const places = customers.map(([px = 0, py = 0, demand = 0, from = 0, to = 0], index): Customer => {
      const window = without.has(index + 1) ? { from: 0, to: end } : { from, to };
      return { x: px, y: py, stop: { demand, service, windows: [window] } };
    });
    const depot = { x, y, stop: FREE };
    const exact = problemOf(depot, places, (length) => length, { vehicles, capacity, end });
    const cut = problemOf(depot, places, (length) => Math.floor(length * 10) / 10, { vehicles: 25, capacity, end });
    return [
      { name, known: { vehicles, distance }, problem: exact },
      { name, known: { vehicles: null, distance: anyDistance }, problem: cut },
    ];
  });
}

/** Round trips of TSPLIB: the vehicle begins and ends in the first city. */
export function readTours(): Instance[] {
  const tours: { name: string; distance: number; numbers: number[] }[] = [];
  for (const words of linesOf('tsplib.txt')) {
    const [word, name = '', length] = words;
    if (word === 'tour') tours.push({ name, distance: Number(length), numbers: [] });
    else tours.at(-1)?.numbers.push(...words.map(Number));
  }
  return tours.map(({ name, distance, numbers }) => {
    const cities: Customer[] = [];
    for (let index = 0; index < numbers.length; index += 2) {
      cities.push({ x: numbers[index] ?? 0, y: numbers[index + 1] ?? 0, stop: FREE });
    }
    const [depot = { x: 0, y: 0, stop: FREE }, ...others] = cities;
    const fleet = { vehicles: 1, capacity: Infinity, end: Infinity };
    return { name, known: { vehicles: 1, distance }, problem: problemOf(depot, others, Math.round, fleet) };
  });
}

function problemOf(
  depot: Customer,
  customers: Customer[],
  rounded: (length: number) => number,
  fleet: { vehicles: number; capacity: number; end: number },
): RoutingProblem {
  const places = [depot, ...customers, depot];
  const matrix = new Float64Array(places.length ** 2);
  for (const [a, from] of places.entries()) {
    for (const [b, to] of places.entries()) {
      matrix[a * places.length + b] = rounded(Math.hypot(from.x - to.x, from.y - to.y));
    }
  }
  return { stops: customers.map(({ stop }) => stop), cost: matrix, time: matrix, start: 0, durationCost: 0, ...fleet };
}
