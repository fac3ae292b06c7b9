import type { Geocoder, GeocoderForm, GeocoderSettings } from './geocoder.ts';
import { nominatim } from './nominatim.ts';
import { pelias } from './pelias.ts';
import { photon } from './photon.ts';

type Open = (settings: GeocoderSettings, userAgent: string, ends?: AbortSignal) => Geocoder;

const FORMS: Readonly<Record<GeocoderForm, Open>> = { nominatim, photon, pelias };

/** A client of the configured service. */
export const openGeocoder: Open = (settings, userAgent, ends) => FORMS[settings.form](settings, userAgent, ends);
