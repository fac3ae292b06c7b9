import { z } from 'zod';
import { addressBelow, askService } from '../../ask-service.ts';
import { featuresOf, text } from './features.ts';
import { addressFrom, cut, type Geocoder, type GeocoderSettings, GEOCODER_REQUEST_LIMITS } from './geocoder.ts';

const Properties = z.object({
  label: text,
  name: text,
  street: text,
  housenumber: text,
  neighbourhood: text,
  borough: text,
  locality: text,
  localadmin: text,
  county: text,
  region: text,
});
const Answer = featuresOf(Properties);

/** https://github.com/pelias/documentation @param ends aborts requests in progress */
export function pelias({ url, language }: GeocoderSettings, userAgent: string, ends?: AbortSignal): Geocoder {
  // Pelias supports one language per request.
  const [lang = ''] = language.split(',');
  const query = (path: string, params: Record<string, string>) =>
    askService(addressBelow(url, path, { ...(lang && { lang }), ...params }), Answer, {
      userAgent,
      ends,
      ...GEOCODER_REQUEST_LIMITS,
    });
  return {
    async reverse(lat, lon) {
      const place = { 'point.lat': lat.toFixed(5), 'point.lon': lon.toFixed(5), size: '1' };
      const { features } = await query('v1/reverse', place);
      const [nearest] = features;
      return nearest ? addressOf(nearest.properties) : null;
    },
    async search(typed, most) {
      const { features } = await query('v1/search', { text: typed, size: String(most) });
      return features.slice(0, most).flatMap(({ properties, geometry: { coordinates } }) => {
        const name = properties.label ?? properties.name;
        return name === undefined ? [] : [{ name: cut(name), lat: coordinates[1], lon: coordinates[0] }];
      });
    },
  };
}

function addressOf(properties: z.infer<typeof Properties>): string | null {
  const {
    name,
    street,
    housenumber: number,
    neighbourhood,
    borough,
    locality,
    localadmin,
    county,
    region,
  } = properties;
  const part = neighbourhood ?? borough;
  return addressFrom({ name, street, number, part, town: locality ?? localadmin ?? county, state: region });
}
