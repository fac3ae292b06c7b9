import { expect, test } from 'vitest';
import { newIdentity } from './new-identity.ts';
import { gpsLoggerAddress, osmandAddress, phoneTrackAddress, traccarLink } from './phone-links.ts';

test('an identity has 128 bits, and is another each time', () => {
  const some = Array.from({ length: 100 }, newIdentity);
  // 26 letters of 5 bits.
  for (const identity of some) expect(identity).toMatch(/^[a-z2-7]{26}$/);
  expect(new Set(some).size).toBe(100);
});

const settings = { host: 'fleet.example', port: 5055, identity: 'abc234' };

test('Traccar Client is given its server and its identity', () => {
  const link = new URL(traccarLink(settings));
  expect(link.protocol).toBe('org.traccar.client:');
  expect(link.host).toBe('config');
  expect(Object.fromEntries(link.searchParams)).toEqual({ url: 'http://fleet.example:5055/', id: 'abc234' });
});

test('OsmAnd fills in position, time and speed; an IPv6 address is in brackets', () => {
  expect(osmandAddress({ ...settings, host: '::1' })).toBe(
    'http://[::1]:5055/?id=abc234&lat={0}&lon={1}&timestamp={2}&hdop={3}&altitude={4}&speed={5}',
  );
});

test('GPSLogger and PhoneTrack fill in the parameters that they support', () => {
  const place = 'lat=%LAT&lon=%LON&timestamp=%TIMESTAMP&altitude=%ALT&speedMps=%SPD&bearing=%DIR&accuracy=%ACC';
  const address = `http://fleet.example:5055/?id=abc234&${place}&sat=%SAT&batt=%BATT`;
  expect(phoneTrackAddress(settings)).toBe(address);
  expect(gpsLoggerAddress(settings)).toBe(`${address}&hdop=%HDOP&charging=%ISCHARGING`);
});
