import { userAgentOf } from '../ask-service.ts';
import { createAddressCache } from '../places/address-cache.ts';
import { createMapNames } from '../places/map-names.ts';
import { openGeocoder } from '../places/geocoders/open-geocoder.ts';
import { loadWorldPlaces, type Places } from '../places/places.ts';
import type { Database } from '../store/database.ts';
import type { Parts } from './parts.ts';

interface Needs extends Pick<Parts, 'config' | 'logger' | 'bus' | 'mapFile' | 'mapSearch' | 'stops'> {
  database: Database;
}

/** Addresses for all roles of this process; nothing is requested over the network unless a geocoder is configured. */
export function openPlaces({ config, logger, database, bus, mapFile, mapSearch, stops }: Needs): Places {
  const { geocoder: settings, publicUrl } = config;
  const mapNames = config.mapFile === null ? null : createMapNames(mapFile, mapSearch, bus, logger);
  if (mapNames) stops.push(mapNames.stop);
  if (!settings) return loadWorldPlaces({ mapNames });
  const userAgent = userAgentOf(publicUrl);
  const addressCache = createAddressCache({
    database,
    bus,
    logger,
    geocoder: (ends) => openGeocoder(settings, userAgent, ends),
    settings,
  });
  stops.push(addressCache.stop);
  return loadWorldPlaces({ addressCache, mapNames });
}
