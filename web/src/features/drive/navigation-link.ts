import type { Coordinates } from '@milepost/contract/common';

interface Goal {
  name: string;
  address: string | null;
  place: Coordinates | null;
}

/** The link that opens navigation to a stop in this phone's app; null if its location is unknown. */
export function navigationLink({ name, address, place }: Goal, userAgent: string): string | null {
  const at = place && `${place.lat},${place.lon}`;
  const goal = at ?? address;
  if (goal === null) return null;
  if (/iPhone|iPad|Macintosh/.test(userAgent)) return `https://maps.apple.com/?daddr=${encodeURIComponent(goal)}`;
  // Opens the app that the person has chosen; the name is shown at the pin.
  if (/Android/.test(userAgent)) {
    return `geo:${at ?? '0,0'}?q=${encodeURIComponent(at === null ? goal : `${at}(${name.replaceAll(/[()]/g, ' ')})`)}`;
  }
  return `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(goal)}`;
}
