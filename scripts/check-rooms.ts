import { globSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';

interface Room {
  /** The rooms that it may import. */
  rooms: string[];
  /** The Node modules and packages that it may import; if omitted, any in its package.json. */
  only?: string[];
}

/**
 * The dependency rule of docs/architecture.md: the imports that each room may have. Tests may import what they need.
 */
export const ROOMS: Record<string, Room> = {
  contract: { rooms: [], only: ['zod'] },
  protocols: { rooms: [], only: [] },
  // The evaluator of sensor expressions has no access to anything (decision 0070).
  tracking: { rooms: ['protocols'], only: ['@marcbachmann/cel-js'] },
  city: { rooms: [] },
  server: { rooms: ['contract', 'protocols', 'tracking', 'city'] },
  web: { rooms: ['contract'] },
  simulator: { rooms: ['protocols', 'city'] },
  e2e: { rooms: ['contract', 'protocols'] },
  bench: { rooms: ['contract', 'protocols', 'tracking', 'city', 'server', 'simulator', 'e2e'] },
  fuzz: { rooms: ['contract', 'protocols', 'server', 'web'] },
};

/**
 * Rules within rooms: files matching `of` may not import those matching `not`. If both capture the same group, such as
 * one feature, the import is allowed.
 */
const WALLS: readonly { of: RegExp; not: RegExp; why: string }[] = [
  {
    of: /^web\/src\/features\/([^/]+)\//,
    not: /^web\/src\/(?:features\/([^/]+)|app)\//,
    why: 'a feature imports neither another nor the application around it: what is shared belongs to ui, text, api, map or live',
  },
  {
    of: /^web\/src\/(?:api|ui|text|map|live)\//,
    not: /^web\/src\/(?:features|app)\//,
    why: 'what is shared knows no screen',
  },
  {
    of: /^server\/src\/store\//,
    not: /^server\/src\/(?:auth|mail)\//,
    why: 'the store reads and writes: who may do so, and what mails say, is decided outside of it',
  },
];

/** Programs at the edge of a pure room: they read standard input, the files of a build, and so on. */
const EDGES = ['protocols/src/decode-cli.ts'];

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|(?<![-\w'"/])import\s*\(?\s*['"]([^'"]+)['"]/g;

/** A line for each import that breaks the rule. */
export function checkRooms(root: string): string[] {
  return Object.keys(ROOMS).flatMap((room) =>
    globSync(`${room}/{src,*.ts}/**/*.{ts,tsx}`, { cwd: root })
      .filter((file) => !/\.(test|fixture)\.tsx?$/.test(file) && !EDGES.includes(file.replaceAll('\\', '/')))
      .flatMap((file) => checkFile(file.replaceAll('\\', '/'), readFileSync(path.join(root, file), 'utf8'))),
  );
}

/** The forbidden imports of one file, given its path from the root and its text. */
export function checkFile(file: string, text: string): string[] {
  const name = file.split('/')[0] ?? '';
  const room = ROOMS[name];
  if (!room) return [];
  return importsOf(text).flatMap((target) => {
    const reason = forbidden(name, room, file, target);
    return reason ? [`${file}: imports ${target}, and ${reason}`] : [];
  });
}

function importsOf(text: string): string[] {
  return [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? '');
}

function forbidden(name: string, room: Room, file: string, target: string): string | null {
  if (target.startsWith('.')) {
    const reached = path.posix.normalize(path.posix.join(path.posix.dirname(file), target));
    if (reached.split('/')[0] !== name) return `another room is imported by its package name only`;
    return WALLS.find((wall) => isBehind(wall, file, reached))?.why ?? null;
  }
  const ours = /^@milepost\/([^/]+)/.exec(target)?.[1];
  if (ours) return room.rooms.includes(ours) ? null : `${name} may import ${room.rooms.join(', ') || 'no other room'}`;
  if (!room.only) return null;
  const isNode = target.startsWith('node:') || builtinModules.includes(target);
  if (!isNode && room.only.includes(target)) return null;
  return `${name} may import ${room.only.join(', ') || 'no package and no Node module'}`;
}

/** True if a rule separates two files; none does within one folder. */
function isBehind({ of, not }: (typeof WALLS)[number], file: string, reached: string): boolean {
  const [from, to] = [of.exec(file), not.exec(reached)];
  return from !== null && to !== null && (to[1] === undefined || to[1] !== from[1]);
}
