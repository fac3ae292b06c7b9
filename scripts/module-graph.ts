import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOMS } from './check-rooms.ts';

/** A module of a room and the modules of ours that it imports, all by their paths from the root. */
export interface Module {
  file: string;
  lines: number;
  /** Imports that are evaluated with the module: those of types alone are not among them. */
  runtime: readonly string[];
  /** All imports, except those that load a module later. */
  imports: readonly string[];
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(type\s)?[^'"`;]*?from\s*['"]([^'"]+)['"]|(?:^|\n)import\s*['"]([^'"]+)['"]/g;

/** The modules of every room, without tests and their fixtures. */
export function readModules(root: string): Module[] {
  const files = Object.keys(ROOMS)
    .flatMap((room) => globSync(`${room}/src/**/*.{ts,tsx}`, { cwd: root }))
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.(test|fixture)\.tsx?$/.test(file));
  const known = new Set(files);
  return files.map((file) => moduleOf(file, readFileSync(path.join(root, file), 'utf8'), known));
}

function moduleOf(file: string, text: string, known: ReadonlySet<string>): Module {
  const found = [...text.matchAll(IMPORT)].flatMap(([, type, from, alone]) => {
    const target = resolve(file, from ?? alone ?? '', known);
    return target === null ? [] : [{ target, isType: type !== undefined }];
  });
  return {
    file,
    lines: text.split('\n').length - 1,
    runtime: found.filter(({ isType }) => !isType).map(({ target }) => target),
    imports: found.map(({ target }) => target),
  };
}

/** The module of ours behind an import; null for a package or a file that is no module. */
function resolve(file: string, name: string, known: ReadonlySet<string>): string | null {
  const [, room, inRoom] = /^@milepost\/([^/]+)\/(.+)$/.exec(name) ?? [];
  const target =
    room === undefined
      ? path.posix.join(path.posix.dirname(file), name)
      : `${room}/src/${inRoom?.replace(/\.tsx?$/, '')}`;
  if (room === undefined && !name.startsWith('.')) return null;
  return [target, `${target}.ts`, `${target}.tsx`].find((each) => known.has(each)) ?? null;
}
