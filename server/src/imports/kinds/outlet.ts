import type { OutletClass, OutletState } from '@milepost/contract/outlet-kinds';
import { OutletInput } from '@milepost/contract/outlet-operations';
import { fault } from '@milepost/contract/fault';
import { findOffshore, type Streets } from '../../places/sea.ts';
import { OUTLET_TABLE, resolveOutlets } from '../../store/imports/outlet-records.ts';
import { writeTable } from '../../store/imports/table-records.ts';
import { holdTerritories, placeOutlets } from '../../store/territories/place-outlets.ts';
import type { ImportDescriptor, ImportField, ResolvedLine } from '../import-descriptor.ts';
import { measureBy, place, textBy, wordFor, yesOrNo } from '../read-fields.ts';
import { readNumber } from '../read-number.ts';
import { tableWork } from '../table-import.ts';
import { readWrittenHours } from '../written-hours.ts';

const { shape } = OutletInput;

const CLASS_WORDS: Record<OutletClass, readonly string[]> = {
  A: ['class a', '1', 'gold'],
  B: ['class b', '2', 'silver'],
  C: ['class c', '3', 'bronze'],
};
const STATE_WORDS: Record<OutletState, readonly string[]> = {
  active: ['open', 'aktiv', 'activo', 'actif', 'ativo'],
  closed: ['inactive', 'geschlossen', 'inaktiv', 'cerrado', 'fermé', 'fechado'],
};

/** A latitude or longitude in degrees. */
const degrees =
  (most: number): ImportField['read'] =>
  (text, _order, { mark } = {}) => {
    const value = readNumber(text, 'decimals', mark);
    return value === null || Math.abs(value) > most ? { fault: fault('not-a-degree', { value: text }) } : { value };
  };

/** Opening hours, in the format of the list's export or as people write them. */
const openingHours: ImportField['read'] = (text) => {
  const value = readWrittenHours(text);
  return value === null ? { fault: fault('not-hours', { value: text }) } : { value };
};

/** Warns about lines with coordinates in the sea. Unchanged coordinates were warned about when they were set. */
async function warnOfSea(streets: Streets, lines: readonly ResolvedLine[]): Promise<ResolvedLine[]> {
  const moved = lines.flatMap(({ line, before, after: { lat, lon } }) =>
    typeof lat === 'number' && typeof lon === 'number' && (lat !== before?.['lat'] || lon !== before['lon'])
      ? [{ line, lat, lon }]
      : [],
  );
  const atSea = new Set([...(await findOffshore(streets, moved))].map(({ line }) => line));
  return lines.map((one) => (atSea.has(one.line) ? { ...one, warnings: ['offshore'] } : one));
}

/** Places that are served, found by their code. */
export const outletImport = {
  ...tableWork(OUTLET_TABLE),
  lock: holdTerritories,
  async write(db, { userId }, organisationId, lines) {
    const ids = await writeTable(db, OUTLET_TABLE, { organisationId, userId }, lines);
    await placeOutlets(db, organisationId, ids);
    return ids;
  },
  subject: 'outlet',
  async resolve(db, target, lines) {
    const resolved = await resolveOutlets(db, target, lines);
    return target.streets ? warnOfSea(target.streets, resolved) : resolved;
  },
  fields: {
    code: {
      words: [
        'code',
        'outlet code',
        'outlet id',
        'store code',
        'shop code',
        'customer code',
        'customer number',
        'number',
        'kundennummer',
        'filialnummer',
        'código',
      ],
      read: textBy(shape.code),
      once: (code) => code.toUpperCase(),
    },
    name: {
      words: [
        'name',
        'outlet',
        'outlet name',
        'store',
        'store name',
        'shop',
        'shop name',
        'customer',
        'customer name',
        'filiale',
        'kunde',
        'nombre',
        'nom',
        'nome',
      ],
      read: textBy(shape.name),
    },
    address: {
      words: ['address', 'street address', 'anschrift', 'adresse', 'dirección', 'endereço'],
      read: textBy(shape.address),
    },
    latitude: {
      words: ['latitude', 'lat', 'gps lat', 'breite', 'breitengrad', 'latitud'],
      read: degrees(90),
    },
    longitude: {
      words: ['longitude', 'lon', 'lng', 'long', 'gps lon', 'länge', 'längengrad', 'longitud'],
      read: degrees(180),
    },
    place: {
      words: ['place', 'position', 'coordinates', 'gps', 'lat long', 'latitude longitude', 'koordinaten'],
      looks: /^-?\d{1,2}\.\d+\s*[,;]\s*-?\d{1,3}\.\d+$/,
      read: place,
    },
    radiusM: {
      words: ['arrival radius (m)', 'radius', 'radius m', 'geofence radius'],
      read: measureBy(shape.radiusM, 'm'),
    },
    contactName: {
      words: ['contact', 'contact name', 'contact person', 'ansprechpartner', 'contacto'],
      read: textBy(shape.contactName),
    },
    phone: {
      words: ['phone', 'phone number', 'mobile', 'telephone', 'telefon', 'teléfono', 'téléphone'],
      read: textBy(shape.phone),
    },
    hours: {
      words: ['opening hours', 'hours', 'delivery hours', 'öffnungszeiten', 'horario', 'horaires'],
      looks: /^(?:mo|tu|we|th|fr|sa|su|di|mi|do|so)[a-z]*\b.*\d{1,2}(?:[:.]\d\d)?\s*[-–]\s*\d{1,2}/i,
      read: openingHours,
    },
    serviceMin: {
      words: ['service (min)', 'service minutes', 'service time', 'unloading time', 'servicezeit'],
      read: measureBy(shape.serviceMin, 'min'),
    },
    class: {
      words: ['class', 'outlet class', 'category', 'abc', 'klasse', 'clase'],
      read: wordFor(CLASS_WORDS, 'outletClasses'),
    },
    visitsPerWeek: {
      words: ['visits a week', 'visits per week', 'weekly visits', 'frequency', 'besuche pro woche'],
      read: measureBy(shape.visitsPerWeek, 'a week'),
    },
    state: {
      words: ['state', 'status', 'active', 'zustand', 'estado', 'statut'],
      read: wordFor(STATE_WORDS, 'outletStates'),
    },
    note: {
      words: ['note', 'notes', 'remark', 'remarks', 'comment', 'bemerkung', 'notiz', 'observaciones'],
      read: textBy(shape.note),
    },
    nearOthers: {
      words: ['others may be near', 'near others'],
      read: yesOrNo,
    },
  },
} satisfies ImportDescriptor;
