import { describe, expect, it } from 'vitest';
import { arabicName, buildTowns } from './towns-build.ts';
import { readRegions, readTowns } from './town-sources.ts';
import { toTowns } from './towns.ts';

/** The real gazetteer. Locations by the maps of their cities. */
const towns = toTowns(buildTowns(readTowns(), readRegions()));
const nearestTo = (lat: number, lon: number) => {
  const near = towns.near(lat, lon);
  if (!near) return null;
  const { town, section, inside } = near;
  return { name: town.name, region: town.region, country: town.country, section: section?.name ?? null, inside };
};

describe('near', () => {
  it('names the town at a position, on three continents', () => {
    // Pandavleni, the bus station of Westlands, Marienplatz.
    expect(nearestTo(19.9419, 73.7483)).toMatchObject({
      name: 'Nashik',
      region: 'Maharashtra',
      country: 'IN',
      inside: true,
    });
    expect(nearestTo(-1.2676, 36.811)).toMatchObject({ name: 'Nairobi', country: 'KE', inside: true });
    expect(nearestTo(48.1374, 11.5755)).toMatchObject({
      name: 'Munich',
      region: 'Bavaria',
      country: 'DE',
      inside: true,
    });
  });

  it('names the suburb where it is known', () => {
    expect(nearestTo(52.52, 13.4)).toMatchObject({ name: 'Berlin', section: 'Mitte' });
  });

  it('prefers a city to hamlets at its edge, and gives distance and direction from it', () => {
    const near = towns.near(19.72, 73.59);
    expect(near?.town.name).toBe('Igatpuri');
    expect(near?.inside).toBe(false);
    // From 19.69522, 73.5626: 2.755 km north, 2.869 km east.
    expect(near?.distanceM).toBeCloseTo(3977, -2);
    expect(near?.bearingDeg).toBeCloseTo(46.1, 0);
  });

  it('finds a town for any position, across the date line and at the poles', () => {
    expect(nearestTo(-17.7, 179.99)?.country).toBe('FJ');
    expect(nearestTo(-17.7, -179.99)?.country).toBe('FJ');
    expect(nearestTo(90, 0)).not.toBeNull();
    expect(nearestTo(0, -30)?.inside).toBe(false);
  });

  it('returns nothing for invalid coordinates', () => {
    expect(towns.near(Number.NaN, 0)).toBeNull();
    expect(towns.near(91, 0)).toBeNull();
    expect(towns.near(0, Infinity)).toBeNull();
  });
});

describe('find', () => {
  it('finds towns by name prefix, the largest first, ignoring accents', () => {
    expect(towns.find('nash', 2).map(({ name, country }) => `${name} ${country}`)).toEqual([
      'Nashik IN',
      'Nashville US',
    ]);
    expect(towns.find('chisinau', 1)).toMatchObject([{ name: 'Chisinau', country: 'MD' }]);
    expect(towns.find('sao paulo', 1)).toMatchObject([{ name: 'São Paulo', country: 'BR' }]);
  });

  it('accepts the region after a comma, and Arabic names', () => {
    expect(towns.find('aurangabad, bihar', 3)).toMatchObject([{ name: 'Aurangābād', region: 'Bihar' }]);
    expect(towns.find('القاهرة', 1)).toMatchObject([{ name: 'Cairo' }]);
  });

  it('needs two letters', () => {
    expect(towns.find('n', 5)).toEqual([]);
    expect(towns.find(' ', 5)).toEqual([]);
  });
});

describe('arabicName', () => {
  it('selects the name written in Arabic letters', () => {
    expect(arabicName(['Cairo', 'Каир', 'قاهره', 'قاہرہ', 'القاهرة'])).toBe('القاهرة');
    expect(arabicName(['دبى', 'دبی', 'دبي'])).toBe('دبي');
    expect(arabicName(['Nashik', 'ناسک', 'नाशिक'])).toBeNull();
  });
});
