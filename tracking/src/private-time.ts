import type { Fact } from './fact.ts';
import type { Coordinates } from './geo.ts';
import { type WeeklyHours, withinHours } from './local-day.ts';

/** When a vehicle is used privately. Spans take precedence over hours and the button. */
export interface PrivateTime {
  /** Spans that a person marked, in the order of marking, of which the last one counts; `isPrivate` false marks work outside of the hours. */
  marks: readonly { from: number; to: number | null; isPrivate: boolean }[];
  /** The working hours; time outside of them is private. Null: no hours. */
  workingHours: WeeklyHours | null;
  zone: string;
  /** The attribute of the device's button, and the value that means private; null: none. */
  button: { attribute: string; value: boolean | number | string } | null;
}

type Attributes = Readonly<Record<string, unknown>>;

/** True if a moment (epoch milliseconds) is private, by the attributes that the device last reported. */
export function isPrivateAt(
  { marks, workingHours, zone, button }: PrivateTime,
  time: number,
  attributes: Attributes,
): boolean {
  const marked = markedAt(marks, time);
  if (marked !== null) return marked;
  if (button !== null && attributes[button.attribute] === button.value) return true;
  return workingHours !== null && !withinHours(workingHours, zone, time);
}

type Marks = PrivateTime['marks'];

/** What holds from a moment to the beginning of the next interval; null where nobody marked anything. */
interface Interval {
  from: number;
  isPrivate: boolean | null;
}

/** By marks, which are read with their installation and then stay the same. */
const intervalsByMarks = new WeakMap<Marks, readonly Interval[]>();

/** What the last mark that covers a moment says; null if none does. Each report looks this up, so it may not walk all marks. */
function markedAt(marks: Marks, time: number): boolean | null {
  if (marks.length === 0) return null;
  let intervals = intervalsByMarks.get(marks);
  if (!intervals) intervalsByMarks.set(marks, (intervals = intervalsOf(marks)));
  let [low, high] = [0, intervals.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((intervals[middle]?.from ?? Infinity) <= time) low = middle + 1;
    else high = middle;
  }
  return intervals[low - 1]?.isPrivate ?? null;
}

/** Marks as intervals in order of time, of which neighbours differ. The newest mark takes its time first. */
function intervalsOf(marks: Marks): Interval[] {
  const bounds = [...new Set(marks.flatMap(({ from, to }) => [from, to ?? Infinity]))].toSorted((a, b) => a - b);
  const indexes = new Map(bounds.map((bound, index) => [bound, index]));
  const taken: (boolean | null)[] = bounds.map(() => null);
  /** By interval: itself while it is free, otherwise one after it. */
  const after = bounds.map((_, index) => index);
  const nextFree = (index: number) => {
    let at = index;
    for (let next = after[at] ?? at; next !== at; next = after[at] ?? at) {
      after[at] = after[next] ?? next;
      at = next;
    }
    return at;
  };
  for (const { from, to, isPrivate } of marks.toReversed()) {
    const end = indexes.get(to ?? Infinity) ?? 0;
    for (let index = nextFree(indexes.get(from) ?? 0); index < end; index = nextFree(index)) {
      taken[index] = isPrivate;
      after[index] = index + 1;
    }
  }
  return bounds.flatMap((from, index) => {
    const isPrivate = taken[index] ?? null;
    return index > 0 && taken[index - 1] === isPrivate ? [] : [{ from, isPrivate }];
  });
}

/** The private time of a vehicle as far as it is known. */
export interface Seal {
  /** The private span around a moment, both ends as known; null if the moment is not private. */
  spanAt(time: number): { from: number; to: number | null } | null;
  /** The last public place before a moment; null if there is none. */
  placeBefore(time: number): Coordinates | null;
  /** The beginning of the first private time that begins between two moments; null if none does. */
  firstWithin(from: number, to: number): number | null;
}

/**
 * A fact without the places of private time: where a place may be unknown, it is; otherwise it becomes the last public
 * place and is marked as private. Distances, durations and counts stay. Null where the fact itself says a place, such as
 * a visit to a geofence, or where no public place is known.
 */
export function sealFact(fact: Fact, seal: Seal): Fact | null {
  switch (fact.kind) {
    case 'tag':
    case 'day':
      return fact;
    case 'trip':
    case 'tow': {
      const start = publicPlace(seal, fact.start, fact.startPlace);
      const end = publicPlace(seal, fact.end ?? fact.start + fact.durationS * 1000, fact.endPlace);
      if (!start || !end) return null;
      return {
        ...fact,
        startPlace: start.place,
        endPlace: end.place,
        ...(start.isPrivate && { startPrivate: start.isPrivate }),
        ...(end.isPrivate && { endPrivate: end.isPrivate }),
      };
    }
    case 'overspeed': {
      const shown = publicPlace(seal, fact.start, fact.place);
      // The geofence that set the limit says where it was.
      return shown && { ...fact, ...shown, fenceId: shown.isPrivate ? null : fact.fenceId };
    }
    case 'stop':
    case 'idle': {
      const shown = publicPlace(seal, fact.start, fact.place);
      return shown && { ...fact, ...shown };
    }
    case 'fuel':
    case 'switch':
      return seal.spanAt(fact.start) ? { ...fact, place: null } : fact;
    case 'readings':
      return sealReadings(fact, seal);
    case 'visit':
    case 'stay':
      return sealVisit(fact, seal);
    case 'alarm':
      return sealAlarm(fact, seal);
  }
}

/** The place that is shown for a moment, marked if it is not the one where the vehicle was; null if none is known. */
function publicPlace(seal: Seal, time: number, place: Coordinates): { place: Coordinates; isPrivate?: true } | null {
  if (!seal.spanAt(time)) return { place };
  const before = seal.placeBefore(time);
  return before && { place: before, isPrivate: true };
}

/**
 * A visit that began in private time says where. One that lasts into it ends with the public time, also if the vehicle was
 * still, or again, inside when it was over: otherwise it would tell that the vehicle never left.
 */
function sealVisit<Visit extends Extract<Fact, { kind: 'visit' | 'stay' }>>(fact: Visit, seal: Seal): Visit | null {
  if (seal.spanAt(fact.start)) return null;
  const end = fact.end ?? fact.start + fact.durationS * 1000;
  const over = seal.firstWithin(fact.start, end) ?? seal.spanAt(end)?.from ?? null;
  if (over === null) return fact;
  const durationS = Math.max(0, (over - fact.start) / 1000);
  if (fact.kind !== 'stay') return { ...fact, end: over, durationS };
  const halts = fact.halts.flatMap((halt) => (halt.from >= over ? [] : [{ ...halt, to: Math.min(halt.to, over) }]));
  return { ...fact, end: over, durationS, halts, seenAt: Math.min(fact.seenAt, over) };
}

function sealReadings(fact: Extract<Fact, { kind: 'readings' }>, seal: Seal): Fact {
  const isPrivate = fact.offsets.map((offset) => seal.spanAt(fact.start + offset) !== null);
  const publicOf = (values: readonly (number | null)[]) =>
    values.map((value, index) => (isPrivate[index] === true ? null : value));
  return { ...fact, lats: publicOf(fact.lats), lons: publicOf(fact.lons) };
}

/** The codes of a call for help, whose place is shown: the person wants to be found. */
export const CALLS_FOR_HELP: ReadonlySet<unknown> = new Set(['sos', 'accident', 'fallDown']);

/** The codes of a device that watches geofences of its own. */
export const OWN_FENCES: ReadonlySet<unknown> = new Set(['geofence', 'geofenceEnter', 'geofenceExit']);

function sealAlarm(fact: Extract<Fact, { kind: 'alarm' }>, seal: Seal): Fact | null {
  if (!seal.spanAt(fact.start) || CALLS_FOR_HELP.has(fact.about)) return fact;
  // A number is a geofence or the limit of a road, which say where.
  return typeof fact.about === 'number' || OWN_FENCES.has(fact.about) ? null : { ...fact, place: null };
}
