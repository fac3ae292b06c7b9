import type { VehicleType } from '@milepost/contract/vehicle-operations';

/** The names that other programs use for vehicle types. */
export const VEHICLE_TYPE_WORDS: Record<VehicleType, readonly string[]> = {
  car: ['passenger car', 'sedan', 'pkw', 'auto', 'coche', 'voiture', 'carro'],
  van: ['minivan', 'transporter', 'furgoneta', 'camionnette', 'furgão'],
  truck: ['lorry', 'hgv', 'lkw', 'camion', 'camión', 'caminhão'],
  bus: ['coach', 'omnibus', 'autobús', 'ônibus'],
  motorcycle: ['motorbike', 'bike', 'motorrad', 'moto', 'motocicleta'],
  tractor: ['traktor', 'tracteur', 'tractor unit'],
  trailer: ['semi-trailer', 'anhänger', 'remolque', 'remorque'],
  other: ['misc', 'sonstige', 'otro', 'autre', 'outro'],
};
