import { z } from 'zod';
import { addressBelow, askService } from '../../ask-service.ts';
import { featuresOf, text } from './features.ts';
import { addressFrom, cut, type Geocoder, type GeocoderSettings, GEOCODER_REQUEST_LIMITS } from './geocoder.ts';

const Properties = z.object({
  name: text,
  street: text,
  housenumber: text,
  district: text,
  locality: text,
  city: text,
  county: text,
  state: text,
  country: text,
  /** The type of the place: a street has its name as `name`. */
  type: text,
});
const Answer = featuresOf(Properties);

/** https://github.com/komoot/photon/blob/master/docs/api-v1.md @param ends aborts requests in progress */
export function photon({ url, language }: GeocoderSettings, userAgent: string, ends?: AbortSignal): Geocoder {
  // Photon supports one language per request.
  const [lang = ''] = language.split(',');
  const query = (path: string, params: Record<string, string>) =>
    askService(addressBelow(url, path, { ...(lang && { lang }), ...params }), Answer, {
      userAgent,
      ends,
      ...GEOCODER_REQUEST_LIMITS,
    });
  return {
    async reverse(lat, lon) {
      const { features } = await query('reverse', { lat: lat.toFixed(5), lon: lon.toFixed(5), limit: '1' });
      const [nearest] = features;
      return nearest ? addressOf(nearest.properties) : null;
    },
    async search(typed, most) {
      const { features } = await query('api', { q: typed, limit: String(most) });
      return features.slice(0, most).flatMap(({ properties, geometry: { coordinates } }) => {
        const name = wholeName(properties);
        return name === '' ? [] : [{ name: cut(name), lat: coordinates[1], lon: coordinates[0] }];
      });
    },
  };
}

type PhotonProperties = z.infer<typeof Properties>;

const streetOf = ({ street, name, type }: PhotonProperties) => street ?? (type === 'street' ? name : undefined);

function addressOf(properties: PhotonProperties): string | null {
  const { name, housenumber: number, district, locality, city, county, state } = properties;
  return addressFrom({
    name,
    street: streetOf(properties),
    number,
    part: district ?? locality,
    town: city ?? county,
    state,
  });
}

function wholeName(properties: PhotonProperties): string {
  const { name, housenumber, district, city, state, country } = properties;
  const street = streetOf(properties);
  const first = street && housenumber ? `${street} ${housenumber}` : street;
  return [...new Set([name, first, district, city, state, country].filter(Boolean))].join(', ');
}
