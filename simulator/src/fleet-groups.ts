export type Group = 'Cold chain' | 'Dry goods' | 'Courier' | 'Waste collection' | 'Service';
export type VehicleType = 'truck' | 'van' | 'car' | 'motorcycle';

export interface Model {
  type: VehicleType;
  make: string;
  model: string;
}

export interface GroupProfile {
  name: Group;
  /** Share of the fleet. */
  share: number;
  models: readonly Model[];
}

/** In the order in which their shifts begin, from 05:00 on around the clock. */
export const GROUPS: readonly GroupProfile[] = [
  {
    name: 'Service',
    share: 0.15,
    models: [
      { type: 'car', make: 'Chevrolet', model: 'Onix' },
      { type: 'car', make: 'Suzuki', model: 'Celerio' },
      { type: 'van', make: 'Peugeot', model: 'Partner' },
    ],
  },
  {
    name: 'Courier',
    share: 0.27,
    models: [
      { type: 'van', make: 'Renault', model: 'Kangoo' },
      { type: 'van', make: 'Fiat', model: 'Fiorino' },
      { type: 'motorcycle', make: 'Honda', model: 'CG 150' },
      { type: 'motorcycle', make: 'Yumbo', model: 'GS 200' },
      { type: 'van', make: 'Citroën', model: 'Berlingo' },
    ],
  },
  {
    name: 'Cold chain',
    share: 0.2,
    models: [
      { type: 'truck', make: 'Isuzu', model: 'NPR reefer' },
      { type: 'truck', make: 'Hyundai', model: 'HD78 reefer' },
      { type: 'truck', make: 'Mercedes-Benz', model: 'Accelo 815' },
      { type: 'van', make: 'Renault', model: 'Master frigo' },
    ],
  },
  {
    name: 'Waste collection',
    share: 0.13,
    models: [
      { type: 'truck', make: 'Scania', model: 'P 250 compactor' },
      { type: 'truck', make: 'Volkswagen', model: 'Constellation 17.280' },
    ],
  },
  {
    name: 'Dry goods',
    share: 0.25,
    models: [
      { type: 'truck', make: 'Volkswagen', model: 'Delivery 9.170' },
      { type: 'truck', make: 'Iveco', model: 'Daily 55C16' },
      { type: 'truck', make: 'JAC', model: 'HFC 1061' },
      { type: 'van', make: 'Mercedes-Benz', model: 'Sprinter 415' },
    ],
  },
];
