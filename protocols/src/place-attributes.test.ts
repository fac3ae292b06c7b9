import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isPlaceAttribute } from './place-attributes.ts';
import { ALARM_CODES } from './types.ts';

it('names that tell a place are recognised, whoever chose them', () => {
  const telling = [
    'placeName',
    'beacon1Name',
    'beacon12Id',
    'beacon2Namespace',
    'beacon1Uuid',
    'tag1Id',
    'tag2Name',
    'mac',
  ];
  telling.push(
    'locationAreaCode',
    'lac',
    'cellId',
    'cellId4g',
    'cells',
    'wifi',
    'operator',
    'mcc',
    'roaming',
    'geofence',
  );
  telling.push(
    'deviceGeofence',
    'geofencesInside',
    'geofencesReported',
    'io155',
    'io175',
    'param_lac',
    'SSID',
    'altitude',
  );
  telling.push('street_address', 'current-zone', 'nearestPOI', 'homeLat');
  expect(telling.filter((name) => !isPlaceAttribute(name))).toEqual([]);
  const others = [
    'ignition',
    'powerV',
    'batteryCell14V',
    'driverTag',
    'tag1TemperatureC',
    'tag1BatteryV',
    'io1',
    'io240',
  ];
  others.push(
    'bluetoothMac',
    'networkTechnology',
    'fuelUsedGpsL',
    'remainingCapacity',
    'odometerM',
    'constructor',
    'param_temp',
  );
  expect(others.filter((name) => isPlaceAttribute(name))).toEqual([]);
});

/** Looks like a place, at a glance. */
const LOOKS =
  /place|fence|zone|area|region|cell(?!e)|^lac|Lac$|tac$|mcc|mnc|operator|carrier|roam|tower|bts|wifi|wlan|ssid|mac(?!h)|network|beacon|uuid|address|street|city$|country|location|landmark|poi|waypoint|nearest|lat$|latitude|lon$|lng|longitude|coord|altitude|name$|tag\d*id$/i;

/**
 * Names in the decoders that look like a place and tell none: the kind of network, the state and the names of the device and its
 * battery, the driver, who is known anyway; `network` of tzone is a state; the others are fields of messages, not attributes.
 */
const DECIDED = new Set([
  'networkTechnology',
  'networkBand',
  'networkType',
  'network',
  'remainingCapacity',
  'fullCapacity',
  'batteryCell1V',
  'bluetoothMac',
  'deviceName',
  'firmwareName',
  'driverName',
  'UserName',
  'velocity',
]);

const isSource = (path: string) => /[/\\].*\.ts$/.test(path) && !/test\.ts$|fixture\.ts$/.test(path);

it('a new attribute of a decoder that looks like a place is one, or is decided on here', () => {
  const found = new Set<string>();
  for (const path of readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(isSource)) {
    const text = readFileSync(join(import.meta.dirname, path), 'utf8').replaceAll(
      /\/\*[\s\S]*?\*\/|\/\/.*|^import .*/gm,
      '',
    );
    // Values of `attributes`, and texts, of which the names of prefixes are one: `${beacon}Id` is beacon1Id.
    for (const [, property, literal] of text.matchAll(
      /(?<=(?:attributes|reported|values)\.)([a-zA-Z]\w*)|(?:\[|, |\()[`']([\w${}]+)[`']/g,
    )) {
      const name = property ?? literal ?? '';
      found.add(
        name
          .replaceAll(/^\$\{(beacon|tag)\w*\}/g, '$11')
          .replaceAll(/^\$\{name\}/g, 'tag1')
          .replaceAll(/\$\{\w*\}?/g, '1'),
      );
    }
  }
  expect(found.size).toBeGreaterThan(500);
  for (const name of ['placeName', 'beacon1Uuid', 'tag1Name', 'operator']) expect(found).toContain(name);
  const codes = new Set<string>(ALARM_CODES);
  const open = [...found].filter(
    (name) => LOOKS.test(name) && !isPlaceAttribute(name) && !codes.has(name) && !DECIDED.has(name),
  );
  expect(open).toEqual([]);
});
