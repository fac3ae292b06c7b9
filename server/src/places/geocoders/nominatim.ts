import { z } from 'zod';
import { addressBelow, askService } from '../../ask-service.ts';
import { addressFrom, cut, type Geocoder, type GeocoderSettings, GEOCODER_REQUEST_LIMITS } from './geocoder.ts';

const text = z.string().trim().min(1).optional().catch(undefined);
/** The parts of an address that people need: https://nominatim.org/release-docs/latest/api/Output/#addressdetails */
const Parts = z
  .object({
    road: text,
    pedestrian: text,
    house_number: text,
    neighbourhood: text,
    suburb: text,
    city_district: text,
    hamlet: text,
    village: text,
    town: text,
    city: text,
    municipality: text,
    county: text,
    state: text,
    country: text,
  })
  .catch({});
const Answer = z.object({ error: z.unknown().optional(), display_name: text, name: text, address: Parts.optional() });
const Degrees = z.coerce.number();
const Found = z.array(
  z.object({
    display_name: z.string().trim().min(1),
    lat: Degrees.min(-90).max(90),
    lon: Degrees.min(-180).max(180),
  }),
);

/** https://nominatim.org/release-docs/latest/api/Overview/ @param ends aborts requests in progress */
export function nominatim({ url, language }: GeocoderSettings, userAgent: string, ends?: AbortSignal): Geocoder {
  const query = <Reply>(schema: z.ZodType<Reply>, path: string, params: Record<string, string>): Promise<Reply> => {
    const all = { format: 'jsonv2', ...(language && { 'accept-language': language }), ...params };
    return askService(addressBelow(url, path, all), schema, { userAgent, ends, ...GEOCODER_REQUEST_LIMITS });
  };
  return {
    async reverse(lat, lon) {
      const place = { lat: lat.toFixed(5), lon: lon.toFixed(5), zoom: '18', addressdetails: '1' };
      const answer = await query(Answer, 'reverse', place);
      return answer.error === undefined ? addressOf(answer) : null;
    },
    async search(typed, most) {
      const found = await query(Found, 'search', { q: typed, limit: String(most) });
      return found.slice(0, most).map(({ display_name: name, lat, lon }) => ({ name: cut(name), lat, lon }));
    },
  };
}

function addressOf({ address = {}, display_name: whole, name }: z.infer<typeof Answer>): string | null {
  const composed = addressFrom({
    name,
    street: address.road ?? address.pedestrian,
    number: address.house_number,
    part: address.suburb ?? address.neighbourhood ?? address.city_district ?? address.hamlet,
    town: address.city ?? address.town ?? address.village ?? address.municipality ?? address.county,
    state: address.state,
  });
  return composed ?? (whole === undefined ? null : cut(whole));
}
