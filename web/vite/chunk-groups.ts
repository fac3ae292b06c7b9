import { brotliCompressSync, constants } from 'node:zlib';
import { build, type InlineConfig, type Rolldown } from 'vite';
import { type Chunk, joinChunks, type Weight } from './join-chunks.ts';
import { intersection, union, without } from './sets.ts';

/** A test for modules at these paths: folders, or files without their extension. */
const below = (folder: string, names: readonly string[]) =>
  `[\\\\/]${folder.replaceAll('/', '[\\\\/]')}[\\\\/](?:.*[\\\\/])?(?:${names.join('|').replaceAll('/', '[\\\\/]')})(?:[\\\\/.]|$)`;
const either = (...tests: readonly string[]) => new RegExp(tests.join('|'));

const FIELDS = ['ActionIcon', 'Anchor', 'CloseButton', 'Group', 'Input', 'InputBase', 'PasswordInput', 'TextInput'];
const FIELD_PARTS = ['alert', 'lazy-part'];
const FRAME = ['Avatar', 'Indicator'];
const FRAME_PARTS = [
  'api/permissions',
  'api/refresh',
  'api/reload-facts',
  'api/session-end',
  'api/setup',
  'api/use-call',
  'app/screens',
  'live/live-badge',
  'live/use-connection',
  'live/use-live',
  'text/format',
  'text/zone-text',
  'ui/error-text',
  'ui/initials',
  'ui/lazy-menu',
  'ui/menu/menu-icon',
  'ui/menu/use-current-menu',
  'ui/menu/use-menu',
  'ui/notification/show-notification',
  'ui/same-page',
  'ui/toast/toast',
  'ui/zone-note',
];

/** Joins the texts of every language. */
const JOINED_TEXTS = below('contract/src/texts', ['join-texts']);

/**
 * Modules that are loaded together anyway, or by almost every screen. A group is loaded by everything that needs a part of it.
 * The first group that matches a module gets it, together with its imports.
 */
const GROUPS: readonly Rolldown.CodeSplittingGroup[] = [
  // The imports of the page itself. (The service worker is a separate page.)
  { name: 'first', tags: ['$initial'], test: (id) => !id.includes('service-worker') },
  // For the screens of authentication, which every other screen needs as well.
  {
    name: 'fields',
    minShareCount: 2,
    test: either(below('@mantine/core', FIELDS), below('web/src/ui', FIELD_PARTS)),
  },
  // For the shell: every screen except those of authentication.
  {
    name: 'frame',
    minShareCount: 2,
    test: either(below('@mantine/core', FRAME), below('web/src', FRAME_PARTS), JOINED_TEXTS),
  },
  // For most screens, dialogs and drawers, and for the live map as well: with a lower limit it would load unused modules.
  { name: 'most', minShareCount: 83 },
  { name: 'icons', minShareCount: 3, test: /[\\/]@tabler[\\/]icons-react[\\/].*[\\/]icons[\\/]/ },
];

/** Entries that every page in the shell loads together. */
const SHELL =
  /app[\\/]shell[\\/](?:shell|shell-loaders|screen-routes|gate)\.tsx?$|app[\\/]entered-work\.tsx$|text[\\/]value-formats\.ts$/;
/** Sign-in and the live map, which have the tightest budgets of bytes. */
const TIGHT =
  /authentication-segment\.tsx$|track-vehicle-page\.tsx$|app[\\/]shell[\\/]shell\.tsx$|map[\\/]live-map\.ts$/;
/** Screens near their budget of bytes. */
const FULL =
  /[\\/](?:alarm-rules|alarms|connect-device|driver|forms|geo-fence|in-out-location|inspect|main-dashboard|profile|report|schedules|telemetry|timeline)-page\.tsx$/;
const PAGE = /-(?:page|segment)\.tsx?$/;
/** Entries that stay files of their own: `npm run check:size` and the tests of the specification find them by their names. */
const ALONE =
  /-(?:page|segment)\.tsx?$|app[\\/]shell[\\/]shell(?:-loaders)?\.tsx?$|live-map\.ts$|texts[\\/]\w+[\\/]\w+\.ts$|load-asset|icons|e2e-hook|map-library/;
/** Libraries that weigh more than anything that is joined with them. */
const HEAVY = /echarts|maplibre-gl|jspdf|prosemirror/;
const HEAVY_BYTES = 300_000;

/**
 * The cost of a separate file in transferred bytes: the headers of a request and its reply, the better compression of a
 * longer file, and the file's share of the round trips of a first visit. With a higher value, screens would load more
 * unused code.
 */
const FILE_COST = 5000;

/**
 * Files of a page and of the parts that it opens by itself, beyond those of the shell. With them, the texts, the font and
 * the page itself a first visit takes at most 40; a map has its library and files of its own.
 */
const MAX_PAGE_FILES = 23;
const MAP_FILES = 4;
const MAX_ROUNDS = 22;

/** Parts that a screen opens by itself: layers of its map, its charts, the first sections of a vehicle. */
const SHOWN =
  /(?:track-map|other-tracks-map|vehicle-marker|(?:fence|outlet|route|runs)-layer|chart-canvas|strip-canvas|vehicle-(?:device|record))(?:\.tsx?)?$/;
const MAP_VIEW = /ui[\\/]map[\\/]map-view\.tsx$/;
const BASE_MAP = /base-map(?:\.ts)?$/;

/** Screens are opened more often than their dialogs. */
function weightOf(entry: string): Weight {
  if (TIGHT.test(entry)) return { files: 4, bytes: 1200 };
  if (FULL.test(entry)) return { files: 8, bytes: 64 };
  return PAGE.test(entry) ? { files: 4, bytes: 5 } : { files: 1, bytes: 1 };
}

interface Links {
  /** True if the browser requests this chunk first. */
  isEntry: boolean;
  imports: readonly number[];
  dynamicImports: readonly number[];
}

/**
 * Decides which modules travel in one file. The groups alone leave a file for each set of entries that share a module, most of
 * a few hundred bytes: a screen took 80 to 185 files. A first build finds these files, and `joinChunks` joins them.
 */
export async function chunkGroups(
  config: InlineConfig,
  output: Rolldown.OutputOptions,
): Promise<Rolldown.CodeSplittingOptions> {
  const chunks = await buildUnjoined(config, output);
  const indexOf = new Map(chunks.map(({ fileName }, index) => [fileName, index]));
  const indexesOf = (names: readonly string[]) => names.flatMap((name) => indexOf.get(name) ?? []);
  const links = chunks.map(({ isEntry, imports, dynamicImports }) => ({
    isEntry,
    imports: indexesOf(imports),
    dynamicImports: indexesOf(dynamicImports),
  }));
  // A part that others import as well has no module of its own, but its name.
  const entryOf = (index: number) => chunks[index]?.facadeModuleId ?? chunks[index]?.name ?? '';
  const loads = loadsOf(links, (index) => SHELL.test(entryOf(index)));
  const groupNames = new Set(GROUPS.map(({ name }) => name));
  const parts = chunks.map((chunk, index): Chunk => ({
    files: (chunk.viteMetadata?.importedCss.size ?? 0) > 0 ? 2 : 1,
    size: isHeavy(chunk) ? HEAVY_BYTES : travelSize(chunk.code),
    imports: links[index]?.imports ?? [],
    neededBy: entriesWith(loads, ({ needed }) => needed.has(index)),
    loadedBefore: entriesWith(loads, ({ before }) => before.has(index)),
    isAlone: chunk.isEntry || groupNames.has(chunk.name) || (chunk.isDynamicEntry && ALONE.test(entryOf(index))),
  }));
  const pages = [...loads.keys()].filter((index) => PAGE.test(entryOf(index)) && !TIGHT.test(entryOf(index)));
  const groupOf = new Map<string, string>();
  const weights = chunks.map((_, index) => weightOf(entryOf(index)));
  const visits = pages.map((page): Visit => {
    const loaded = [...closureOf(links, page)];
    const hasMap = loaded.some((index) => chunks[index]?.moduleIds.some((id) => MAP_VIEW.test(id)));
    const opened = loaded
      .flatMap((index) => links[index]?.dynamicImports ?? [])
      .filter((index) => SHOWN.test(entryOf(index)) || (hasMap && BASE_MAP.test(entryOf(index))));
    return { entries: [page, ...new Set(opened)], mostFiles: MAX_PAGE_FILES - (hasMap ? MAP_FILES : 0) };
  });
  for (const members of joinForPages(parts, weights, visits)) {
    const joined = members.flatMap((member) => chunks[member] ?? []);
    if (members.some((member) => parts[member]?.isAlone)) continue;
    // A joined file is named after one of its chunks; the number distinguishes files of the same name.
    const name = `${joined[0]?.name}-${members[0]}`;
    for (const { moduleIds } of joined) for (const id of moduleIds) groupOf.set(id, name);
  }
  return {
    groups: [
      ...GROUPS,
      // The imports of these modules have groups of their own.
      { name: (id) => groupOf.get(id) ?? null, debugName: 'joined', includeDependenciesRecursively: false },
    ],
  };
}

/** The first visit of a page. */
interface Visit {
  /** The page and the parts that it opens by itself. */
  entries: readonly number[];
  mostFiles: number;
}

/**
 * Joins chunks. Repeats this a few times at most, each time with more weight on the pages that still take too many
 * files.
 */
function joinForPages(parts: readonly Chunk[], weights: Weight[], visits: readonly Visit[]): number[][] {
  let joined = joinChunks(parts, weights, FILE_COST);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const heavy = visits.filter(({ entries, mostFiles }) => {
      const isNeeded = (member: number) => entries.some((entry) => parts[member]?.neededBy.has(entry));
      const files = joined
        .filter((members) => members.some(isNeeded))
        .map((members) => Math.max(...members.map((member) => parts[member]?.files ?? 0)));
      return files.reduce((sum, count) => sum + count, 0) > mostFiles;
    });
    if (heavy.length === 0) break;
    for (const entry of new Set(heavy.flatMap(({ entries }) => entries))) {
      const { files, bytes } = weights[entry] ?? { files: 0, bytes: 0 };
      weights[entry] = { files: files * 1.25, bytes };
    }
    joined = joinChunks(parts, weights, FILE_COST);
  }
  return joined;
}

async function buildUnjoined(config: InlineConfig, output: Rolldown.OutputOptions): Promise<Rolldown.OutputChunk[]> {
  const result = await build({
    ...config,
    configFile: false,
    logLevel: 'warn',
    build: {
      ...config.build,
      write: false,
      manifest: false,
      minify: false,
      cssMinify: false,
      reportCompressedSize: false,
      rolldownOptions: {
        ...config.build?.rolldownOptions,
        output: { ...output, codeSplitting: { groups: [...GROUPS] } },
      },
    },
  });
  if (!('output' in result)) throw new Error('The first build has more than one output');
  return result.output.filter((one) => one.type === 'chunk');
}

/** For each entry: the chunks that it needs and that are not loaded before it in any case, and the chunks that are. */
function loadsOf(links: readonly Links[], isOfShell: (index: number) => boolean): Map<number, Loads> {
  const called = new Set(links.flatMap(({ dynamicImports }) => dynamicImports));
  const entries = [...links.keys()].filter((index) => called.has(index) || links[index]?.isEntry === true);
  const closures = new Map(entries.map((entry) => [entry, closureOf(links, entry)]));
  const ofShell = entries.filter((entry) => isOfShell(entry));
  const shell = ofShell.reduce((all, entry) => union(all, closures.get(entry) ?? all), new Set<number>());
  for (const entry of ofShell) closures.set(entry, shell);
  const callers = new Map<number, number[]>();
  for (const [entry, closure] of closures) {
    for (const next of [...closure].flatMap((index) => links[index]?.dynamicImports ?? [])) {
      callers.set(next, [...(callers.get(next) ?? []), entry]);
    }
  }
  const all: ReadonlySet<number> = new Set(links.keys());
  const none: ReadonlySet<number> = new Set();
  const before = new Map(entries.map((entry) => [entry, callers.has(entry) ? all : none]));
  for (let isChanged = true; isChanged;) {
    isChanged = false;
    for (const [entry, from] of callers) {
      const next = from
        .map((caller) => union(before.get(caller) ?? none, closures.get(caller) ?? none))
        .reduce((one, other) => intersection(one, other));
      if (next.size === before.get(entry)?.size) continue;
      before.set(entry, next);
      isChanged = true;
    }
  }
  return new Map(
    Array.from(closures, ([entry, closure]) => {
      const known = before.get(entry) ?? none;
      return [entry, { needed: without(closure, known), before: known }];
    }),
  );
}

interface Loads {
  needed: ReadonlySet<number>;
  before: ReadonlySet<number>;
}

const entriesWith = (loads: ReadonlyMap<number, Loads>, test: (one: Loads) => boolean) =>
  new Set([...loads].flatMap(([entry, one]) => (test(one) ? [entry] : [])));

function closureOf(links: readonly Links[], entry: number): Set<number> {
  const seen = new Set<number>();
  const waiting = [entry];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    waiting.push(...(links[next]?.imports ?? []));
  }
  return seen;
}

const isHeavy = ({ imports, moduleIds }: Rolldown.OutputChunk) =>
  imports.some((name) => name.includes('maplibre')) || moduleIds.some((id) => HEAVY.test(id));

/** The approximate size of code after minification and compression. */
const travelSize = (code: string) =>
  brotliCompressSync(code, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }).length * 0.7;
