import type { VehicleType } from '@milepost/contract/vehicle-routes';

/** The names that other programs use for vehicle types. */
export const VEHICLE_TYPE_WORDS: Record<VehicleType, readonly string[]> = {
  car: ['passenger car', 'sedan', 'pkw', 'auto', 'coche', 'voiture', 'carro', 'कार', 'سيارة'],
  van: ['minivan', 'transporter', 'furgoneta', 'camionnette', 'furgão', 'वैन', 'فان'],
  truck: ['lorry', 'hgv', 'lkw', 'camion', 'camión', 'caminhão', 'ट्रक', 'شاحنة'],
  bus: ['coach', 'omnibus', 'autobús', 'ônibus', 'बस', 'حافلة'],
  motorcycle: ['motorbike', 'bike', 'motorrad', 'moto', 'motocicleta', 'मोटरसाइकिल', 'دراجة نارية'],
  tractor: ['traktor', 'tracteur', 'tractor unit', 'ट्रैक्टर', 'جرّار'],
  trailer: ['semi-trailer', 'anhänger', 'remolque', 'remorque', 'ट्रेलर', 'مقطورة'],
  other: ['misc', 'sonstige', 'otro', 'autre', 'outro', 'अन्य', 'أخرى'],
};
