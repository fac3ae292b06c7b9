import { OPERATIONS } from '@milepost/contract/operations';
import type { FUEL_KINDS, OWNERSHIPS, VehicleStatus } from '@milepost/contract/vehicle-kinds';
import { z } from 'zod';
import type { ImportField } from '../import-descriptor.ts';
import { day, listBy, measureBy, numberBy, textBy, wordFor } from '../read-fields.ts';

const { shape } = OPERATIONS['save-vehicle'].input;
const { name: placeName } = OPERATIONS['save-place'].input.shape;

const FUEL_WORDS: Record<(typeof FUEL_KINDS)[number], readonly string[]> = {
  petrol: ['gasoline', 'benzin', 'gasolina', 'essence'],
  diesel: ['gasoil', 'gasóleo', 'gazole'],
  cng: ['erdgas', 'gnc', 'gnv'],
  lpg: ['autogas', 'glp', 'gpl'],
  electric: ['ev', 'elektro', 'eléctrico', 'électrique', 'elétrico'],
  hybrid: ['híbrido', 'hybride'],
  hydrogen: ['wasserstoff', 'hidrógeno', 'hydrogène'],
  other: ['sonstige', 'otro', 'autre', 'outro'],
};
const OWNERSHIP_WORDS: Record<(typeof OWNERSHIPS)[number], readonly string[]> = {
  owned: ['own', 'eigen', 'eigentum', 'propio', 'propriété', 'próprio'],
  leased: ['lease', 'leasing', 'geleast'],
  hired: ['rented', 'rental', 'hire', 'miete', 'gemietet', 'alquilado', 'loué', 'alugado'],
};
const STATUS_WORDS: Record<VehicleStatus, readonly string[]> = {
  'in-service': ['active', 'in use', 'aktiv', 'activo', 'actif', 'ativo'],
  workshop: ['in workshop', 'in repair', 'werkstatt', 'taller', 'atelier', 'oficina'],
  'off-road': ['off the road', 'out of service', 'stillgelegt', 'fuera de servicio'],
  sold: ['verkauft', 'vendido', 'vendu'],
};

/** Two million kilometres and 200 years: more is a mistake. */
const kilometres = z.number().min(0, 'at-least').max(2_000_000, 'at-most');
const hours = z.number().min(0, 'at-least').max(1_750_000, 'at-most');

/** Details of a vehicle besides its identity, and its meter readings. */
export const vehicleDetailFields = {
  year: {
    words: ['year', 'model year', 'year built', 'baujahr', 'año', 'année', 'ano'],
    read: numberBy(shape.year, 'thousands'),
  },
  colour: { words: ['colour', 'color', 'farbe', 'couleur', 'cor'], read: textBy(shape.colour) },
  fuelKind: {
    words: ['fuel', 'fuel type', 'fuel kind', 'kraftstoff', 'combustible', 'carburant', 'combustível'],
    read: wordFor(FUEL_WORDS, 'fuelKinds'),
  },
  tankL: {
    words: ['tank (l)', 'tank', 'tank litres', 'tank capacity', 'tank size', 'tankinhalt'],
    read: measureBy(shape.tankL, 'l'),
  },
  ratedLPer100Km: {
    words: ['rated economy (l/100 km)', 'rated economy', 'l/100 km', 'consumption l/100 km', 'verbrauch l/100 km'],
    read: measureBy(shape.ratedLPer100Km, 'l/100km'),
  },
  idleLPerH: {
    words: [
      'idle consumption (l/h)',
      'idle consumption',
      'burns idling (l/h)',
      'burns idling',
      'idle l/h',
      'idling l/h',
    ],
    read: measureBy(shape.idleLPerH, 'l/h'),
  },
  loadKg: {
    words: ['load (kg)', 'load', 'payload', 'payload kg', 'nutzlast', 'carga útil', 'charge utile'],
    read: measureBy(shape.loadKg, 'kg', 'thousands'),
  },
  loadM3: {
    words: ['load volume (m³)', 'load volume', 'volume m³', 'ladevolumen'],
    read: measureBy(shape.loadM3, 'm3'),
  },
  loadCrates: {
    words: ['crates', 'load crates', 'kisten', 'cajas', 'caisses', 'caixas'],
    read: measureBy(shape.loadCrates, 'pieces', 'thousands'),
  },
  homePlace: {
    words: ['home', 'home place', 'home base', 'standort', 'base'],
    read: textBy(placeName),
  },
  tags: { words: ['tags', 'labels', 'etiquetas', 'étiquettes'], read: listBy(shape.tags) },
  ownership: {
    words: ['owned or leased', 'ownership', 'eigentumsart'],
    read: wordFor(OWNERSHIP_WORDS, 'ownerships'),
  },
  owner: {
    words: ['owner or lessor', 'owner', 'lessor', 'halter', 'propietario', 'propriétaire', 'proprietário'],
    read: textBy(shape.owner),
  },
  leaseUntil: {
    words: ['lease ends', 'lease until', 'lease end', 'end of lease', 'leasingende'],
    read: day,
  },
  status: {
    words: ['service status', 'status', 'vehicle status', 'zustand', 'estado', 'statut'],
    read: wordFor(STATUS_WORDS, 'vehicleStates'),
  },
  odometer: {
    words: [
      'odometer (km)',
      'odometer',
      'odometer km',
      'odo',
      'odo km',
      'mileage',
      'km',
      'kilometres',
      'kilometers',
      'kilometerstand',
      'km-stand',
      'laufleistung',
      'tachostand',
      'пробег',
      'przebieg',
      'kilometraje',
      'kilométrage',
      'quilometragem',
    ],
    read: measureBy(kilometres, 'km', 'thousands'),
  },
  odometerOn: {
    words: [
      'odometer date',
      'odometer on',
      'date of the odometer',
      'odometer read on',
      'odo date',
      'read on',
      'reading date',
    ],
    read: day,
  },
  engineHours: {
    words: [
      'engine hours',
      'hours',
      'hour meter',
      'operating hours',
      'betriebsstunden',
      'horas de motor',
      'heures moteur',
    ],
    read: measureBy(hours, 'h', 'thousands'),
  },
  engineHoursOn: {
    words: ['engine hours date', 'engine hours on', 'date of the engine hours', 'hours read on'],
    read: day,
  },
} satisfies Readonly<Record<string, ImportField>>;
