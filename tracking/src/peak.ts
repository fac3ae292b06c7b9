import type { OpenTrip, Peak } from './track-state.ts';

/** More than what is seen around it by this, and by this for each second up to ten, no vehicle is for a single moment. */
const SLACK_KPH = 15;
const GAIN_KPH = 3.6;
const GAIN_S = 10;

/** What a speed is worth as a maximum, given the fastest seen around it and the seconds to the nearer neighbour. */
function worth({ kph, aroundKph }: Peak, seconds: number): number {
  return kph <= aroundKph + SLACK_KPH + GAIN_KPH * Math.min(GAIN_S, seconds) ? kph : aroundKph;
}

/**
 * Takes the next leg: with it the speed before it is surrounded, and becomes the maximum if the places and speeds around
 * it do not deny it; then the speed at the end of the leg waits for its turn. Returns the speed that was settled.
 */
export function passPeak(
  trip: OpenTrip,
  leg: { from: number; to: number; kph: number },
  speedKph: number,
): Peak | null {
  const { peak } = trip;
  const settled = peak && {
    ...peak,
    kph: worth({ ...peak, aroundKph: Math.max(peak.aroundKph, leg.kph, speedKph) }, (leg.to - leg.from) / 1000),
  };
  if (settled) trip.maxKph = Math.max(trip.maxKph, settled.kph);
  trip.peak = { kph: speedKph, at: leg.to, aroundKph: Math.max(leg.kph, settled?.kph ?? 0) };
  return settled;
}

/** The maximum as far as it is known: the newest speed has only been seen from one side. */
export function maximumKph({ maxKph, peak }: OpenTrip): number {
  return peak ? Math.max(maxKph, worth(peak, GAIN_S)) : maxKph;
}
