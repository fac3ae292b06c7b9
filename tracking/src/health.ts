import { bearingDeg, TRUSTED_DIRECTION_M, turnDeg } from './corner.ts';
import { dayAt } from './days.ts';
import { COURSE_OFF } from './device-faults.ts';
import type { Run } from './run.ts';
import type { Fix } from './motion-state.ts';

/** Legs longer than this say little about the speeds and courses at their ends. */
const LONGEST_S = 60;
/** Below this speed the direction is within the receiver's error. */
const SURE_KPH = 15;
const OFF_DEG = 45;
/** The number of legs in the course statistics, so that a repaired fault is forgotten. */
const LATELY = 200;
/** Fewer legs say nothing about the course. */
const FEWEST = 3;

/**
 * Compares the reported speed and course with the coordinates of a driven leg. `toldKph`: the reported speeds at both
 * ends.
 */
export function checkLeg(
  run: Run,
  before: Fix,
  fix: Fix,
  metres: number,
  reportedKph: readonly [number, number],
): void {
  const { state, context } = run;
  const seconds = (fix.time - before.time) / 1000;
  if (seconds > LONGEST_S || !state.speedTold) return;
  const { movingKph } = context.settings;
  const { health } = dayAt(state, context, fix.time);
  if (reportedKph[0] >= movingKph && reportedKph[1] >= movingKph) {
    health.speedM += ((reportedKph[0] + reportedKph[1]) / (context.speedFactor ?? 1) / 2 / 3.6) * seconds;
    health.placeM += metres;
  }
  if (!state.courseTold || metres < TRUSTED_DIRECTION_M || before.speedKph < SURE_KPH || fix.speedKph < SURE_KPH)
    return;
  const line = bearingDeg(before, fix);
  const isOff = [before, fix].every(({ courseDeg }) => Math.abs(turnDeg(line, courseDeg)) > OFF_DEG);
  health.courseLegs += 1;
  if (isOff) health.courseOff += 1;
  const { course } = state;
  course.legs += 1;
  if (isOff) course.off += 1;
  if (course.legs < LATELY) return;
  course.legs /= 2;
  course.off /= 2;
}

/** True when the device's courses can be used to detect corners. */
export function isCourseTrusted({ state }: Run): boolean {
  const { legs, off } = state.course;
  return state.courseTold && (legs < FEWEST || off < COURSE_OFF * legs);
}
