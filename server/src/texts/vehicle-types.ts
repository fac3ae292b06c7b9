import type { VehicleType } from '@milepost/contract/vehicle-routes';
import type { Language } from './text.ts';

/** Types of vehicles, as the interface names them. */
export const VEHICLE_TYPE_NAMES: Record<Language, Record<VehicleType, string>> = {
  en: {
    car: 'Car',
    van: 'Van',
    truck: 'Truck',
    bus: 'Bus',
    motorcycle: 'Motorcycle',
    tractor: 'Tractor',
    trailer: 'Trailer',
    other: 'Other',
  },
  hi: {
    car: 'कार',
    van: 'वैन',
    truck: 'ट्रक',
    bus: 'बस',
    motorcycle: 'मोटरसाइकिल',
    tractor: 'ट्रैक्टर',
    trailer: 'ट्रेलर',
    other: 'अन्य',
  },
  ar: {
    car: 'سيارة',
    van: 'فان',
    truck: 'شاحنة',
    bus: 'حافلة',
    motorcycle: 'دراجة نارية',
    tractor: 'جرّار',
    trailer: 'مقطورة',
    other: 'أخرى',
  },
};
