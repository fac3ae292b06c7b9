import type { Fix, OpenTrip, Peak } from './track-state.ts';

/** More than what is seen around it by this, and by this for each second up to ten, no vehicle is for a single moment. */
const SLACK_KPH = 15;
const GAIN_KPH = 3.6;
const GAIN_S = 10;

/** What a speed is worth as a maximum, given the fastest seen around it and the seconds to the next fix. */
function worth(kph: number, aroundKph: number, seconds: number): number {
  return kph <= aroundKph + SLACK_KPH + GAIN_KPH * Math.min(GAIN_S, seconds) ? kph : aroundKph;
}

/**
 * Takes the next leg: with it the speed before it is surrounded, and becomes the maximum if the places and speeds around
 * it do not deny it; then the speed at the end of the leg waits for its turn. Returns the speed that was settled.
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

/** The maximum as far as it is known: the newest speed has only been seen from one side. */
export function maximumKph({ maxKph, peak }: OpenTrip): number {
  return peak ? Math.max(maxKph, worth(peak.kph, peak.aroundKph, GAIN_S)) : maxKph;
}
