/** Numeric columns: one row ("slot") for each vehicle, dense from 0. Unknown is NaN. */
const FLOAT64 = ['lat', 'lon', 'fromLat', 'fromLon', 'since', 'fixTime', 'heard', 'glideStart'] as const;
const FLOAT32 = ['glideMs', 'course', 'fromCourse', 'speed', 'satellites', 'battery', 'power', 'rssi'] as const;

type Columns = Record<(typeof FLOAT64)[number], Float64Array> & Record<(typeof FLOAT32)[number], Float32Array>;

export interface FleetTable extends Columns {
  /** The number of slots in use. */
  size: number;
  ids: Int32Array;
  status: Uint8Array;
  flags: Uint8Array;
  /** The marks of a vehicle besides its status: bits of `MARK`. */
  marks: Uint8Array;
  /** Increased with every change of the row. */
  revision: Float64Array;
  slotOf: Map<number, number>;
}

/** The bits of `marks`. */
export const MARK = { criticalAlarm: 1, outOfService: 2 } as const;

const INITIAL = 128;

export function createFleetTable(capacity = INITIAL): FleetTable {
  const f64 = () => new Float64Array(capacity).fill(Number.NaN);
  const f32 = () => new Float32Array(capacity).fill(Number.NaN);
  return {
    size: 0,
    ids: new Int32Array(capacity),
    status: new Uint8Array(capacity),
    flags: new Uint8Array(capacity),
    marks: new Uint8Array(capacity),
    revision: new Float64Array(capacity),
    slotOf: new Map(),
    lat: f64(),
    lon: f64(),
    fromLat: f64(),
    fromLon: f64(),
    since: f64(),
    fixTime: f64(),
    heard: f64(),
    glideStart: f64(),
    glideMs: f32(),
    course: f32(),
    fromCourse: f32(),
    speed: f32(),
    satellites: f32(),
    battery: f32(),
    power: f32(),
    rssi: f32(),
  };
}

/** Returns the slot of a vehicle; adds one (as never reported) if it has none. */
export function slotFor(table: FleetTable, id: number): number {
  const known = table.slotOf.get(id);
  if (known !== undefined) return known;
  if (table.size === table.ids.length) grow(table);
  const slot = table.size++;
  table.ids[slot] = id;
  clear(table, slot);
  table.slotOf.set(id, slot);
  return slot;
}

/** Removes a vehicle; the last row moves into its slot, so that the rows stay dense. */
export function removeFrom(table: FleetTable, id: number): void {
  const slot = table.slotOf.get(id);
  if (slot === undefined) return;
  const last = --table.size;
  if (slot !== last) {
    for (const name of [...FLOAT64, ...FLOAT32, 'ids', 'status', 'flags', 'marks', 'revision'] as const) {
      table[name].copyWithin(slot, last, last + 1);
    }
    table.slotOf.set(table.ids[slot] ?? 0, slot);
  }
  table.slotOf.delete(id);
}

function clear(table: FleetTable, slot: number): void {
  for (const name of [...FLOAT64, ...FLOAT32]) table[name][slot] = Number.NaN;
  table.status[slot] = 0;
  table.flags[slot] = 0;
  table.marks[slot] = 0;
  table.revision[slot] = 0;
}

function grow(table: FleetTable): void {
  const bigger = createFleetTable(table.ids.length * 2);
  for (const name of FLOAT64) {
    bigger[name].set(table[name]);
    table[name] = bigger[name];
  }
  for (const name of FLOAT32) {
    bigger[name].set(table[name]);
    table[name] = bigger[name];
  }
  bigger.ids.set(table.ids);
  bigger.status.set(table.status);
  bigger.flags.set(table.flags);
  bigger.marks.set(table.marks);
  bigger.revision.set(table.revision);
  table.ids = bigger.ids;
  table.status = bigger.status;
  table.flags = bigger.flags;
  table.marks = bigger.marks;
  table.revision = bigger.revision;
}
