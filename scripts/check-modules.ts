import { type Module, readModules } from './module-graph.ts';

/** A module of fewer lines with a single importer should usually be part of that importer. */
const SMALL_LINES = 30;
/** The number of such modules today: lower it when the check says so, never raise it. */
const MAX_SMALL = 133;
/** If the number is lower than the limit by this much, the limit must be lowered. */
const SLACK = 10;

/** A line for each import cycle, and one if there are too many small modules with a single importer. */
export function checkModules(root: string): string[] {
  const modules = readModules(root);
  return [
    ...circlesIn(modules).map((circle) => `${circle.join(' → ')}: these modules import each other in a circle`),
    ...judgeSmall(smallModules(modules), MAX_SMALL),
  ];
}

/** The modules below the limit of lines that exactly one other module imports, except for lazy-loaded ones. */
export function smallModules(modules: readonly Module[]): { file: string; importer: string }[] {
  const importers = new Map<string, Set<string>>();
  for (const { file, imports } of modules) {
    for (const target of imports) importers.set(target, (importers.get(target) ?? new Set()).add(file));
  }
  return modules.flatMap(({ file, lines }) => {
    const [importer, ...more] = importers.get(file) ?? [];
    return lines >= SMALL_LINES || importer === undefined || more.length > 0 ? [] : [{ file, importer }];
  });
}

export function judgeSmall(small: readonly unknown[], most: number): string[] {
  if (small.length > most)
    return [
      `${small.length} modules under ${SMALL_LINES} lines have one importer, ${most} are allowed: join a new one with its importer (node scripts/small-modules.ts lists them)`,
    ];
  if (small.length < most - SLACK)
    return [`${small.length} small modules have one importer: lower the limit of ${most} in scripts/check-modules.ts`];
  return [];
}

/** The cycles of imports that are evaluated with their modules, each once (Tarjan's strongly connected components). */
export function circlesIn(modules: readonly Module[]): string[][] {
  const runtime = new Map(modules.map(({ file, runtime: targets }) => [file, targets]));
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string): number => {
    const number = order.size;
    let low = number;
    order.set(file, number);
    open.push(file);
    for (const target of runtime.get(file) ?? []) {
      if (!order.has(target)) low = Math.min(low, visit(target));
      else if (open.includes(target)) low = Math.min(low, order.get(target) ?? low);
    }
    lowest.set(file, low);
    if (low === number) {
      const circle = open.splice(open.indexOf(file));
      if (circle.length > 1) circles.push(circle);
    }
    return low;
  };
  for (const file of runtime.keys()) if (!order.has(file)) visit(file);
  return circles;
}
