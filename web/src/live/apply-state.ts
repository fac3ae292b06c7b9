import type { LiveState } from '@milepost/contract/live';
import { slotFor, type FleetTable } from './fleet-table.ts';
import { distanceM, glideMs, glideShare, angleDifferenceDeg, turnShare } from './glide.ts';

const orNaN = (value: number | null) => value ?? Number.NaN;

/** The displayed coordinates of a vehicle at an instant of the browser's monotonic clock (milliseconds). */
export function shownPlace(table: FleetTable, slot: number, now: number): { lat: number; lon: number; course: number } {
  const start = table.glideStart[slot] ?? 0;
  const duration = table.glideMs[slot] ?? 0;
  const share = glideShare(start, duration, now);
  const lat = table.lat[slot] ?? Number.NaN;
  const lon = table.lon[slot] ?? Number.NaN;
  const course = table.course[slot] ?? 0;
  if (share >= 1) return { lat, lon, course };
  const fromLat = table.fromLat[slot] ?? lat;
  const fromLon = table.fromLon[slot] ?? lon;
  const fromCourse = table.fromCourse[slot] ?? course;
  return {
    lat: fromLat + (lat - fromLat) * share,
    lon: fromLon + angleDifferenceDeg(fromLon, lon) * share,
    course: fromCourse + angleDifferenceDeg(fromCourse, course) * turnShare(start, duration, now),
  };
}

/**
 * Writes a state into the table. A state received before the stored one is ignored. A fix that is older than the stored
 * one (from a device's memory) never moves the vehicle back, but the other values of its state are stored.
 * @param now the browser's monotonic clock, for gliding; @param serverNow epoch milliseconds of the server
 * @returns false if nothing changed
 */
export function applyState(table: FleetTable, state: LiveState, now: number, serverNow: number): boolean {
  const [id, status, since, lat, lon, speed, course, fixTime, receivedAt, flags, satellites, battery, power, rssi] =
    state;
  const slot = slotFor(table, id);
  const heldReceivedAt = table.heard[slot] ?? Number.NaN;
  if (receivedAt !== null && receivedAt < heldReceivedAt) return false;
  table.heard[slot] = orNaN(receivedAt);
  table.status[slot] = status;
  table.since[slot] = orNaN(since);
  table.flags[slot] = flags;
  table.battery[slot] = orNaN(battery);
  table.power[slot] = orNaN(power);
  table.rssi[slot] = orNaN(rssi);
  table.satellites[slot] = orNaN(satellites);
  const heldFix = table.fixTime[slot] ?? Number.NaN;
  const late = fixTime !== null && fixTime < heldFix;
  if (late || lat === null || lon === null) return true;
  table.speed[slot] = speed;
  if (lat !== table.lat[slot] || lon !== table.lon[slot] || course !== table.course[slot]) {
    moveTo(
      table,
      slot,
      { lat, lon, course, fixGapMs: orNaN(fixTime) - heldFix, ageMs: serverNow - (fixTime ?? 0) },
      now,
    );
  }
  table.fixTime[slot] = orNaN(fixTime);
  return true;
}

interface Move {
  lat: number;
  lon: number;
  course: number;
  fixGapMs: number;
  ageMs: number;
}

function moveTo(table: FleetTable, slot: number, move: Move, now: number): void {
  const shown = shownPlace(table, slot, now);
  const duration = glideMs(distanceM(shown.lat, shown.lon, move.lat, move.lon), move.fixGapMs, move.ageMs);
  table.fromLat[slot] = shown.lat;
  table.fromLon[slot] = shown.lon;
  table.fromCourse[slot] = shown.course;
  table.lat[slot] = move.lat;
  table.lon[slot] = move.lon;
  table.course[slot] = move.course;
  table.glideStart[slot] = now;
  table.glideMs[slot] = duration;
}
