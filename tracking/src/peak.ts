import type { Fix, OpenTrip, Peak } from './motion-state.ts';

/** A momentary speed may exceed those around it by `SLACK_KPH`, plus `GAIN_KPH` for each second up to ten. */
const SLACK_KPH = 15;
const GAIN_KPH = 3.6;
const GAIN_S = 10;

/** Returns a speed limited to what is plausible, given the fastest around it and the seconds to the next fix. */
function worth(kph: number, aroundKph: number, seconds: number): number {
  return kph <= aroundKph + SLACK_KPH + GAIN_KPH * Math.min(GAIN_S, seconds) ? kph : aroundKph;
}

/**
 * Processes the next leg. The speed before it is now known from both sides, and counts as far as the coordinates and
 * speeds around it allow; the speed at the end of the leg is settled with the next one. Returns the settled speed.
 */
export function passPeak(trip: OpenTrip, peak: Peak, legKph: number, fix: Fix): number {
  const around = Math.max(peak.aroundKph, legKph, fix.speedKph);
  const settledKph = worth(peak.kph, around, (fix.time - peak.at) / 1000);
  trip.maxKph = Math.max(trip.maxKph, settledKph);
  peak.kph = fix.speedKph;
  peak.at = fix.time;
  peak.aroundKph = Math.max(legKph, settledKph);
  return settledKph;
}

/** Returns the maximum so far: the newest speed is known from one side only. */
export function maximumKph({ maxKph, peak }: OpenTrip): number {
  return peak ? Math.max(maxKph, worth(peak.kph, peak.aroundKph, GAIN_S)) : maxKph;
}
