/** Decides which attributes tell a place. In private time they are left out of what is stored. */

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** The elements of the fifty geofence zones that a Teltonika device monitors itself. */
export const ZONE_ELEMENTS: ReadonlySet<number> = new Set(
  [
    range(155, 159),
    range(61, 65),
    [70, 88],
    range(91, 99),
    [153, 154],
    range(190, 198),
    [208, 209],
    range(216, 231),
  ].flat(),
);
/** The element of the geofence that such a device draws around itself when it stops. */
const AUTOMATIC_ZONE = 175;
const ELEMENT = /^io(\d+)$/;

/**
 * The words of names that tell a place, exactly or roughly: geofences, cells of the mobile network and its operator, wireless
 * networks, beacons, addresses and coordinates. People name attributes, too, in profiles and in addresses of phone apps.
 */
const PLACE_WORDS: ReadonlySet<string> = new Set(
  `place placename places geofence geofences fence fences geozone geozones zone zones area areas region regions inregions inrids
   cell cells cellid lac tac cid eci mcc mnc plmn operator carrier roaming tower towers bts station
   wifi wlan ssid bssid mac networks beacon beacons ibeacon eddystone
   address street road city town country postcode zip location locations landmark poi waypoint waypoints nearest
   lat latitude lon lng longitude coordinates latlon latlng altitude elevation course heading bearing`.split(/\s+/),
);

/** Names with such a word that tell no place: cells of a battery, the device's own radio. */
const NO_PLACES = /^battery|^bluetoothMac$|^timeZone$/;

/** `tag1Id` is the words tag and id. */
const wordsOf = (name: string): string[] =>
  name
    .split(/(?<=[a-z])(?=[A-Z\d])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=\d)(?=\D)|[^A-Za-z\d]+/)
    .map((word) => word.toLowerCase());

function decide(name: string): boolean {
  if (NO_PLACES.test(name)) return false;
  const element = ELEMENT.exec(name);
  if (element) return ZONE_ELEMENTS.has(Number(element[1])) || Number(element[1]) === AUTOMATIC_ZONE;
  const words = wordsOf(name);
  // A tag that the device meets may hang at a wall; what it measures tells nothing.
  if (words[0] === 'tag') return ['id', 'name', 'uuid'].some((word) => words.includes(word));
  return words.some((word) => PLACE_WORDS.has(word));
}

/** Decisions by name, which people can choose: so many are remembered. */
const MAX_NAMES = 5000;
const decided = new Map<string, boolean>();

/** True for the name of an attribute that tells where the device is. */
export function isPlaceAttribute(name: string): boolean {
  let isPlace = decided.get(name);
  if (isPlace === undefined) {
    isPlace = decide(name);
    if (decided.size < MAX_NAMES) decided.set(name, isPlace);
  }
  return isPlace;
}
