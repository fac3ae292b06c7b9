/** The supported services, by the format of their requests and responses. */
export const GEOCODER_FORMS = ['nominatim', 'photon', 'pelias'] as const;
export type GeocoderForm = (typeof GEOCODER_FORMS)[number];

/** The location of a geocoder, and how to call it. */
export interface GeocoderSettings {
  form: GeocoderForm;
  /** Includes the key as a parameter, if the service needs one; it is sent with each request. */
  url: string;
  /** The language of its responses, such as `en` or `hi,en`; empty for the service's default. */
  language: string;
  /** Requests a second, of all processes together. */
  perSecond: number;
}

export interface FoundAddress {
  name: string;
  lat: number;
  lon: number;
}

/** A client of a service, without rate limit or cache. */
export interface Geocoder {
  /** The address of a point, null when the service finds none. @throws ServiceFault */
  reverse(lat: number, lon: number): Promise<string | null>;
  /** @throws ServiceFault */
  search(text: string, most: number): Promise<FoundAddress[]>;
}

/** The limits of each request. */
export const GEOCODER_REQUEST_LIMITS = { withinMs: 8000, maxBytes: 256 * 1024 };

/** The maximum length of a name; the rest is cut off. */
const MAX_LENGTH = 160;

export const cut = (text: string): string => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text);

/** The parts of an address, as far as the service provides them. */
interface Parts {
  /** The name of the place itself. */
  name?: string | undefined;
  street?: string | undefined;
  number?: string | undefined;
  /** The part of the town. */
  part?: string | undefined;
  town?: string | undefined;
  state?: string | undefined;
}

/**
 * "Sharanpur Road 12, Canada Corner, Nashik": enough to distinguish places of one fleet, without the country. Null when
 * there are no parts.
 */
export function addressFrom({ name, street, number, part, town, state }: Parts): string | null {
  const first = street && number ? `${street} ${number}` : street;
  const parts = [first ?? name, part, town ?? state].filter((one) => one !== undefined);
  const short = [...new Set(parts)].join(', ');
  return short === '' ? null : cut(short);
}
