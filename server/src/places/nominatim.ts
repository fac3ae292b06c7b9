import { z } from 'zod';

/** Where a geocoder that speaks as Nominatim does is, and how it is to be asked. */
export interface GeocoderSettings {
  /** With the key, where it wants one, as a parameter: it is sent with each question. */
  url: string;
  /** Of its answers, such as `en` or `hi,en`; empty: as the service writes them. */
  language: string;
  /** Questions a second, of all processes together. */
  perSecond: number;
}

export interface Geocoder {
  /** The address of a place, null where the service knows none. @throws GeocoderFault */
  reverse(lat: number, lon: number): Promise<string | null>;
  /** @throws GeocoderFault */
  search(text: string, most: number): Promise<{ name: string; lat: number; lon: number }[]>;
}

/** The service did not answer as it should. */
export class GeocoderFault extends Error {
  /** How long it wants to be left alone, where it says so. */
  readonly restMs: number | null;

  constructor(message: string, restMs: number | null = null, options?: ErrorOptions) {
    super(message, options);
    this.restMs = restMs;
  }
}

const WITHIN_MS = 8000;
const MOST_BYTES = 256 * 1024;
/** A longer one would be no name; the rest is cut off. */
const MOST_LENGTH = 160;

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

/**
 * A client of the service; it neither waits nor keeps anything.
 * @param ends breaks off what is under way
 */
export function nominatim({ url, language }: GeocoderSettings, userAgent: string, ends?: AbortSignal): Geocoder {
  const ask = async (path: string, params: Record<string, string>): Promise<unknown> => {
    const address = new URL(url);
    address.pathname = `${address.pathname.replace(/\/+$/, '')}/${path}`;
    const all = { format: 'jsonv2', ...(language && { 'accept-language': language }), ...params };
    for (const [name, value] of Object.entries(all)) address.searchParams.set(name, value);
    let reply: Response;
    try {
      const signal = AbortSignal.any([AbortSignal.timeout(WITHIN_MS), ...(ends ? [ends] : [])]);
      reply = await fetch(address, { headers: { 'user-agent': userAgent }, signal });
    } catch (error) {
      throw new GeocoderFault('it cannot be reached, or does not answer in time', null, { cause: error });
    }
    if (!reply.ok) {
      await reply.body?.cancel();
      throw new GeocoderFault(`it answered ${reply.status}`, retryAfterMs(reply.headers.get('retry-after')));
    }
    return JSON.parse(await readBounded(reply));
  };
  const asked = async <Schema extends z.ZodType>(schema: Schema, path: string, params: Record<string, string>) => {
    try {
      return schema.parse(await ask(path, params));
    } catch (error) {
      if (error instanceof GeocoderFault) throw error;
      throw new GeocoderFault('its answer cannot be read', null, { cause: error });
    }
  };
  return {
    async reverse(lat, lon) {
      const place = { lat: lat.toFixed(5), lon: lon.toFixed(5), zoom: '18', addressdetails: '1' };
      const answer = await asked(Answer, 'reverse', place);
      return answer.error === undefined ? addressOf(answer) : null;
    },
    async search(typed, most) {
      const found = await asked(Found, 'search', { q: typed, limit: String(most) });
      return found.slice(0, most).map(({ display_name: name, lat, lon }) => ({ name: cut(name), lat, lon }));
    },
  };
}

/** "Sharanpur Road 12, Canada Corner, Nashik": what tells places of one fleet apart, not the whole way to the country. */
function addressOf({ address = {}, display_name: whole, name }: z.infer<typeof Answer>): string | null {
  const road = address.road ?? address.pedestrian;
  const street = road && address.house_number ? `${road} ${address.house_number}` : road;
  const part = address.suburb ?? address.neighbourhood ?? address.city_district ?? address.hamlet;
  const town = address.city ?? address.town ?? address.village ?? address.municipality ?? address.county;
  const parts = [street ?? name, part, town ?? address.state].filter((one) => one !== undefined);
  const short = [...new Set(parts)].join(', ');
  const said = short === '' ? whole : short;
  return said === undefined ? null : cut(said);
}

const cut = (said: string) => (said.length > MOST_LENGTH ? `${said.slice(0, MOST_LENGTH - 1)}…` : said);

/** A hostile or broken service must not fill the memory. */
async function readBounded(reply: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of reply.body ?? []) {
    bytes += part.byteLength;
    if (bytes > MOST_BYTES) throw new GeocoderFault('its answer is too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Seconds, or a date (RFC 9110, section 10.2.3). */
function retryAfterMs(header: string | null): number | null {
  if (header === null) return null;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) && ms > 0 ? ms : null;
}
