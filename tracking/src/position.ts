import type { Attributes, Fix, Message } from '@milepost/protocols/types';

/** A fix with the attributes that the device reported with it, ready to be stored. */
export interface Position {
  /** Time of the fix by the device, UTC. */
  fixTime: Date;
  /** Degrees. */
  lat: number;
  lon: number;
  /** Metres; null when not reported. */
  altitudeM: number | null;
  /** Kilometres an hour, 0 or more. */
  speedKph: number;
  /** Degrees clockwise from north, 0 up to 360. */
  courseDeg: number;
  /** False where the device had no satellite fix. */
  valid: boolean;
  attributes: Attributes;
  /** Speed limit of the road it is on; omitted if unknown. */
  roadLimitKph?: number;
}

/** Bits of `positions.flags`. */
export const POSITION_FLAG = {
  valid: 1,
  ignitionKnown: 2,
  ignitionOn: 4,
  motionKnown: 8,
  motionOn: 16,
  archived: 32,
  alarm: 64,
  /** Its own coordinates are sealed; the stored ones are the last public place. */
  private: 128,
} as const;

/** Returns the flags of a position as stored. */
export function positionFlags(position: Pick<Position, 'valid' | 'attributes'>): number {
  const { ignition, motion, archived, alarm } = position.attributes;
  let flags = position.valid ? POSITION_FLAG.valid : 0;
  if (ignition !== undefined) flags |= POSITION_FLAG.ignitionKnown | (ignition ? POSITION_FLAG.ignitionOn : 0);
  if (motion !== undefined) flags |= POSITION_FLAG.motionKnown | (motion ? POSITION_FLAG.motionOn : 0);
  if (archived) flags |= POSITION_FLAG.archived;
  if (alarm?.length) flags |= POSITION_FLAG.alarm;
  return flags;
}

/** Returns the flags of a position of private time, whose stored coordinates are those of the last public place. */
export const sealedFlags = (position: Pick<Position, 'valid' | 'attributes'>): number =>
  (positionFlags(position) & ~POSITION_FLAG.valid) | POSITION_FLAG.private;

/** Returns the position of a message; null when it has no fix of its own, or an impossible one. */
export function positionOf(message: Message): Position | null {
  return message.fix && isOnEarth(message.fix)
    ? {
        fixTime: message.fix.time,
        lat: message.fix.lat,
        lon: message.fix.lon,
        altitudeM: message.fix.altitudeM,
        speedKph: Math.max(0, message.fix.speedKph),
        courseDeg: ((message.fix.courseDeg % 360) + 360) % 360,
        // Devices without a fix send exactly 0, 0; no vehicle is in the Gulf of Guinea.
        valid: message.fix.valid && (message.fix.lat !== 0 || message.fix.lon !== 0),
        attributes: message.attributes,
      }
    : null;
}

/** True for finite coordinates within their ranges and a time that exists. NaN fails every comparison. */
function isOnEarth(fix: Fix): boolean {
  return (
    Math.abs(fix.lat) <= 90 &&
    Math.abs(fix.lon) <= 180 &&
    Number.isFinite(fix.time.getTime()) &&
    Number.isFinite(fix.speedKph) &&
    Number.isFinite(fix.courseDeg)
  );
}
