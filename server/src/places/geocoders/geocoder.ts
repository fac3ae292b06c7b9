/** The services that are spoken to, by the form of their questions and answers. */
export const GEOCODER_FORMS = ['nominatim', 'photon', 'pelias'] as const;
export type GeocoderForm = (typeof GEOCODER_FORMS)[number];

/** Where a geocoder is, and how it is to be asked. */
export interface GeocoderSettings {
  form: GeocoderForm;
  /** With the key, where it wants one, as a parameter: it is sent with each question. */
  url: string;
  /** Of its answers, such as `en` or `hi,en`; empty: as the service writes them. */
  language: string;
  /** Questions a second, of all processes together. */
  perSecond: number;
}

export interface FoundAddress {
  name: string;
  lat: number;
  lon: number;
}

/** A client of a service; it neither waits nor keeps anything. */
export interface Geocoder {
  /** The address of a place, null where the service knows none. @throws ServiceFault */
  reverse(lat: number, lon: number): Promise<string | null>;
  /** @throws ServiceFault */
  search(text: string, most: number): Promise<FoundAddress[]>;
}

/** How each question is asked. */
export const QUESTION = { withinMs: 8000, mostBytes: 256 * 1024 };

/** A longer one would be no name; the rest is cut off. */
const MOST_LENGTH = 160;

export const cut = (text: string): string => (text.length > MOST_LENGTH ? `${text.slice(0, MOST_LENGTH - 1)}…` : text);

/** What an address is made of; each left out where the service does not say it. */
interface Parts {
  /** Of the place itself. */
  name?: string | undefined;
  street?: string | undefined;
  number?: string | undefined;
  /** Of the town. */
  part?: string | undefined;
  town?: string | undefined;
  state?: string | undefined;
}

/**
 * "Sharanpur Road 12, Canada Corner, Nashik": what tells places of one fleet apart, not the whole way to the country. Null
 * where there is nothing to say.
 */
export function addressFrom({ name, street, number, part, town, state }: Parts): string | null {
  const first = street && number ? `${street} ${number}` : street;
  const parts = [first ?? name, part, town ?? state].filter((one) => one !== undefined);
  const short = [...new Set(parts)].join(', ');
  return short === '' ? null : cut(short);
}
