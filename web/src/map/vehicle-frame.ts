import { STATE_FLAG } from '@milepost/contract/live-constants';
import { type FleetTable, MARK } from '../live/fleet-table.ts';
import { pictureOf } from './vehicle-pictures.ts';
import { glideShare, angleDifferenceDeg, turnShare } from '../live/glide.ts';

/** The data of one frame of the fleet, in columns. */
export interface VehicleFrame {
  count: number;
  slots: Int32Array;
  /** [lon, lat] pairs. */
  positions: Float64Array;
  /** Degrees counter-clockwise, the rotation of the picture. */
  angles: Float32Array;
  /** Pictures of the atlas, as `pictureOf` numbers them. */
  icons: Uint8Array;
  sizes: Float32Array;
  /** The fastest motion in the frame, in degrees per millisecond; 0 if nothing moves. */
  fastest: number;
  /** True while a vehicle is turning. */
  turning: boolean;
}

export function createVehicleFrame(capacity = 256): VehicleFrame {
  return {
    count: 0,
    slots: new Int32Array(capacity),
    positions: new Float64Array(capacity * 2),
    angles: new Float32Array(capacity),
    icons: new Uint8Array(capacity),
    sizes: new Float32Array(capacity),
    fastest: 0,
    turning: false,
  };
}

export interface FrameQuery {
  /** The monotonic clock, ms. */
  now: number;
  /** The area to draw, degrees; longitudes can exceed 180. */
  west: number;
  south: number;
  east: number;
  north: number;
  /** By slot: false for vehicles that the filter or a cluster hides. */
  isDrawn(slot: number): boolean;
  /** Drawn last, larger, and regardless of the filter; -1 for none. */
  selectedSlot: number;
  /** False with reduced motion: vehicles are then shown at their newest fix immediately. */
  glide: boolean;
}

const RUNNING = 1;
const SELECTED_SIZE = 1.25;
/** A vehicle with a critical alarm is drawn larger and above the others. */
const ALARMED_SIZE = 1.25;

/** Fills the frame with the vehicles of the area at their displayed coordinates. The arrays grow as needed. */
export function fillVehicleFrame(frame: VehicleFrame, table: FleetTable, query: FrameQuery): VehicleFrame {
  const target = frame.slots.length >= table.size ? frame : createVehicleFrame(table.ids.length);
  target.count = 0;
  target.fastest = 0;
  target.turning = false;
  const middle = (query.west + query.east) / 2;
  const half = (query.east - query.west) / 2;
  const alarmed: number[] = [];
  const isShown = (slot: number): boolean => {
    if (slot === query.selectedSlot) return false;
    const lat = table.lat[slot] ?? Number.NaN;
    // Unknown coordinates are NaN, which fails this test too.
    if (!(lat >= query.south && lat <= query.north)) return false;
    if (half < 180 && Math.abs(angleDifferenceDeg(middle, table.lon[slot] ?? 0)) > half) return false;
    return query.isDrawn(slot);
  };
  for (let slot = 0; slot < table.size; slot++) {
    if (isAlarmed(table, slot)) alarmed.push(slot);
    else if (isShown(slot)) add(target, table, slot, query, 1);
  }
  for (const slot of alarmed) if (isShown(slot)) add(target, table, slot, query, ALARMED_SIZE);
  if (query.selectedSlot >= 0 && !Number.isNaN(table.lat[query.selectedSlot])) {
    add(target, table, query.selectedSlot, query, SELECTED_SIZE);
  }
  return target;
}

const isAlarmed = (table: FleetTable, slot: number) => ((table.marks[slot] ?? 0) & MARK.criticalAlarm) !== 0;

function add(frame: VehicleFrame, table: FleetTable, slot: number, query: FrameQuery, size: number): void {
  const at = frame.count++;
  const start = table.glideStart[slot] ?? 0;
  const duration = query.glide ? (table.glideMs[slot] ?? 0) : 0;
  const share = glideShare(start, duration, query.now);
  let lat = table.lat[slot] ?? 0;
  let lon = table.lon[slot] ?? 0;
  let course = table.course[slot] ?? 0;
  if (share < 1) {
    const fromLat = table.fromLat[slot] ?? lat;
    const fromLon = table.fromLon[slot] ?? lon;
    const fromCourse = table.fromCourse[slot] ?? course;
    const dLat = lat - fromLat;
    const dLon = angleDifferenceDeg(fromLon, lon);
    frame.fastest = Math.max(frame.fastest, Math.max(Math.abs(dLat), Math.abs(dLon)) / duration);
    lat = fromLat + dLat * share;
    lon = fromLon + dLon * share;
    const turned = turnShare(start, duration, query.now);
    if (turned < 1 && table.status[slot] === RUNNING) frame.turning = true;
    course = fromCourse + angleDifferenceDeg(fromCourse, course) * turned;
  }
  // In private time the ring of an unknown place: an arrow would be taken for a vehicle that drives there.
  const isPrivate = ((table.flags[slot] ?? 0) & STATE_FLAG.private) !== 0;
  const status = isPrivate ? 0 : (table.status[slot] ?? 0);
  frame.slots[at] = slot;
  frame.positions[at * 2] = lon;
  frame.positions[at * 2 + 1] = lat;
  frame.angles[at] = status === RUNNING ? -course : 0;
  frame.icons[at] = pictureOf(status, table.marks[slot] ?? 0);
  frame.sizes[at] = size;
}

const MIN_MOVE_PX = 0.35;
const TURN_STEP_MS = 33;

/**
 * How long the frame stays accurate, in ms: until its fastest vehicle has moved a third of a pixel. A city on the
 * screen needs some frames a second, not sixty; the map is open all day.
 * @param worldPx pixels across the whole world
 */
export function frameLifeMs(frame: VehicleFrame, worldPx: number): number {
  const pxPerMs = (frame.fastest * worldPx) / 360;
  const life = pxPerMs > 0 ? MIN_MOVE_PX / pxPerMs : Infinity;
  return frame.turning ? Math.min(life, TURN_STEP_MS) : life;
}
