import { union, without } from './sets.ts';

/** A chunk of a build that has one chunk for each set of modules that the same entries load. */
export interface Chunk {
  /** Files that a browser fetches for it: its script, and its styles where it has some. */
  files: number;
  /** Approximate bytes of these files as they travel. */
  size: number;
  /** Chunks that it imports statically, by their index. */
  imports: readonly number[];
  /** Indexes of the entries that load it where it is not loaded before them. */
  neededBy: ReadonlySet<number>;
  /** Indexes of the entries before which it is loaded in any case. */
  loadedBefore: ReadonlySet<number>;
  /** Whether it stays a file of its own. */
  isAlone: boolean;
}

/** How often an entry is loaded, and how much its bytes count. */
export interface Weight {
  files: number;
  bytes: number;
}
type WeightOf = (entry: number) => Weight;

interface Part {
  members: readonly number[];
  files: number;
  size: number;
  isAlone: boolean;
  imports: Set<number>;
  neededBy: Set<number>;
  loadedBefore: ReadonlySet<number>;
}

/**
 * Joins chunks as long as a joined file saves the entries that need all of it more than it costs those that need a part,
 * and no two files import each other in a circle. Returns the members of each file.
 * @param weights how often an entry is loaded, by its index among the chunks
 * @param fileCost what a file costs by itself, in bytes that travel
 */
export function joinChunks(chunks: readonly Chunk[], weights: readonly Weight[], fileCost: number): number[][] {
  const parts = new Map<number, Part>();
  for (const [index, { files, size, imports, neededBy, loadedBefore, isAlone }] of chunks.entries()) {
    const own = { members: [index], files, size, isAlone, loadedBefore };
    parts.set(index, { ...own, imports: new Set(imports), neededBy: new Set(neededBy) });
  }
  const weightOf = (entry: number) => weights[entry] ?? { files: 0, bytes: 0 };
  const refused = new Set<string>();
  const best = new Map<number, { other: number; gain: number }>();
  const findBest = (index: number, part: Part) => {
    let found = { other: -1, gain: 0 };
    if (!part.isAlone) {
      for (const [other, candidate] of parts) {
        if (other <= index || candidate.isAlone || refused.has(`${index} ${other}`)) continue;
        const gain = gainOf(part, candidate, weightOf, fileCost);
        if (gain > found.gain) found = { other, gain };
      }
    }
    best.set(index, found);
  };
  for (const [index, part] of parts) findBest(index, part);
  for (;;) {
    let index = -1;
    let top = { other: -1, gain: 0 };
    for (const [at, one] of best) if (one.gain > top.gain) [index, top] = [at, one];
    const [one, other] = [parts.get(index), parts.get(top.other)];
    if (!one || !other) return Array.from(parts.values(), ({ members }) => [...members]);
    const [belowOne, belowOther] = [below(parts, one), below(parts, other)];
    const loadedBefore = union(one.loadedBefore, other.loadedBefore);
    const neededBy = without(union(one.neededBy, other.neededBy), loadedBefore);
    const brought = [...union(belowOne, belowOther)].flatMap((at) => parts.get(at) ?? []);
    const makesCircle =
      [...one.imports].some((at) => at !== top.other && below(parts, parts.get(at)).has(top.other)) ||
      [...other.imports].some((at) => at !== index && below(parts, parts.get(at)).has(index));
    // An entry that loads the joined file also loads the imports of both parts.
    const cost = brought
      .filter((part) => part !== one && part !== other)
      .reduce((sum, part) => sum + costOf(part, addedTo(part, neededBy), weightOf), 0);
    if (makesCircle || cost >= top.gain) {
      refused.add(`${index} ${top.other}`);
      findBest(index, one);
      continue;
    }
    const changed = new Set<number>([index]);
    for (const [at, part] of parts) {
      if (part === one || part === other || !brought.includes(part)) continue;
      const added = addedTo(part, neededBy);
      if (added.size > 0) changed.add(at);
      for (const entry of added) part.neededBy.add(entry);
    }
    const imports = union(one.imports, other.imports);
    imports.delete(index);
    imports.delete(top.other);
    parts.set(index, {
      members: [...one.members, ...other.members],
      files: Math.max(one.files, other.files),
      size: one.size + other.size,
      isAlone: false,
      imports,
      neededBy,
      loadedBefore,
    });
    parts.delete(top.other);
    best.delete(top.other);
    for (const part of parts.values()) if (part.imports.delete(top.other)) part.imports.add(index);
    for (const [at, part] of parts) {
      const known = best.get(at);
      if (changed.has(at) || !known || known.other === top.other || changed.has(known.other)) findBest(at, part);
      else {
        for (const next of changed) {
          const candidate = parts.get(next);
          if (next <= at || part.isAlone || !candidate || candidate.isAlone || refused.has(`${at} ${next}`)) continue;
          const gain = gainOf(part, candidate, weightOf, fileCost);
          if (gain > (best.get(at)?.gain ?? 0)) best.set(at, { other: next, gain });
        }
      }
    }
  }
}

/**
 * The bytes that joining two files saves over all entries, without the imports of the files; negative if joining costs
 * bytes.
 */
function gainOf(one: Part, other: Part, weightOf: WeightOf, fileCost: number): number {
  const saved = Math.min(one.files, other.files) * fileCost;
  let gain = 0;
  for (const entry of one.neededBy) {
    const { files, bytes } = weightOf(entry);
    if (other.neededBy.has(entry)) gain += files * saved;
    else if (!other.loadedBefore.has(entry)) gain -= bytes * other.size;
  }
  for (const entry of other.neededBy) {
    if (!one.neededBy.has(entry) && !one.loadedBefore.has(entry)) gain -= weightOf(entry).bytes * one.size;
  }
  return gain;
}

/** The entries that would have to load a part in addition if the given entries need it. */
const addedTo = (part: Part, entries: ReadonlySet<number>) =>
  without(without(entries, part.neededBy), part.loadedBefore);

/** The cost of a file for these entries. */
const costOf = (part: Part, entries: ReadonlySet<number>, weightOf: WeightOf) =>
  [...entries].reduce((sum, entry) => sum + weightOf(entry).bytes * part.size, 0);

/** The parts that a part imports directly or indirectly; includes the part itself if it is in an import cycle. */
function below(parts: ReadonlyMap<number, Part>, part: Part | undefined): Set<number> {
  const seen = new Set<number>();
  const waiting = [...(part?.imports ?? [])];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    waiting.push(...(parts.get(next)?.imports ?? []));
  }
  return seen;
}
