import { byWord } from '../tools/by-word.ts';
import type { AlarmCode, Attributes } from '../types.ts';

/** The form of a value in bytes: its size, text that ends with a zero, or bytes to skip. */
type Form = 1 | 2 | 4 | 8 | 'text' | { skip: number };

/** The contents of a record besides its attributes. */
export interface Reported {
  attributes: Attributes;
  altitudeM: number | null;
}

interface Key {
  form: Form;
  read?: (value: number, reported: Reported, text: string) => void;
}

const as =
  (name: string, divide = 1) =>
  (value: number, { attributes }: Reported): void => {
    attributes[name] = value / divide;
  };
const scaled =
  (name: string, multiply: number) =>
  (value: number, { attributes }: Reported): void => {
    attributes[name] = value * multiply;
  };
const on =
  (name: string) =>
  (value: number, { attributes }: Reported): void => {
    attributes[name] = value > 0;
  };
const textAs =
  (name: string) =>
  (_value: number, { attributes }: Reported, text: string): void => {
    if (text !== '') attributes[name] = text;
  };
const alarmAs =
  (alarm: AlarmCode) =>
  (value: number, { attributes }: Reported): void => {
    if (value > 0) attributes.alarm = [...(attributes.alarm ?? []), alarm];
  };

/** Values that can be requested, by the letters that name them in the format of a message. */
export const KEYS = byWord<Key>({
  SA: { form: 1, read: as('satellites') },
  MV: { form: 2, read: as('powerV', 10) },
  BV: { form: 2, read: as('batteryV', 10) },
  GQ: {
    form: 1,
    read: (value, { attributes }) => {
      if (value <= 31) attributes.rssi = value;
    },
  },
  CE: { form: 4 },
  LC: { form: 2 },
  CN: { form: 4 },
  RL: { form: 1 },
  PC: { form: 4, read: as('count1') },
  AT: {
    form: 4,
    read: (value, reported) => {
      reported.altitudeM = value > 0x7fff_ffff ? value - 0x1_0000_0000 : value;
    },
  },
  RP: { form: 2, read: as('engineRpm') },
  GS: { form: 1 },
  DT: {
    form: 1,
    read: (value, { attributes }) => {
      if (value === 1) attributes.archived = true;
    },
  },
  VN: { form: 'text', read: textAs('vin') },
  MF: { form: 2 },
  EL: { form: 1, read: as('engineLoadPercent') },
  TR: { form: 1, read: as('throttlePercent') },
  ET: { form: 2, read: as('coolantC') },
  FL: { form: 1, read: as('fuelPercent') },
  ML: { form: 1 },
  FC: { form: 4, read: as('fuelUsed') },
  CI: { form: 'text' },
  AV1: { form: 2, read: as('analog1V', 1000) },
  NC: { form: 'text' },
  SM: { form: 2 },
  GL: { form: 'text' },
  MA: { form: 'text' },
  PD: { form: 1 },
  CD: { form: 'text', read: textAs('iccid') },
  CM: { form: 8 },
  GN: { form: { skip: 60 } },
  GV: { form: { skip: 6 } },
  ME: { form: 8 },
  IA: { form: 1, read: as('intakeC') },
  MP: { form: 1 },
  EO: { form: 4, read: scaled('obdOdometerM', 1609.344) },
  EH: { form: 4, read: (value, { attributes }) => (attributes.engineHoursS = value * 360) },
  IN1: { form: 1, read: on('input1') },
  IN2: { form: 1, read: on('input2') },
  IN3: { form: 1, read: on('input3') },
  IN0: { form: 1, read: (value, { attributes }) => (attributes.ignition = value > 0) },
  HA: { form: 1, read: alarmAs('hardAcceleration') },
  HB: { form: 1, read: alarmAs('hardBraking') },
  HC: { form: 1, read: alarmAs('hardCornering') },
  MT: { form: 1, read: on('motion') },
  // Values of J1708: brakes and lamps, then km/h in half miles, ratios in halves or 0.4 of a percent, and degrees.
  ...Object.fromEntries(
    [1, 2, 3, 5, 7, 8, 11, 12, 13, 15, 16, 17].map((number) => [`ZO${number}`, { form: 1 } as const]),
  ),
  ZO4: { form: 1, read: scaled('throttlePercent', 0.4) },
  ZO6: { form: 1, read: scaled('obdSpeedKph', 0.805) },
  ZO9: { form: 1, read: scaled('engineLoadPercent', 0.5) },
  ZO10: { form: 1, read: scaled('fuelPercent', 0.5) },
  ZO14: { form: 1, read: as('coolantC') },
  ZH1: { form: 2 },
  ZH2: { form: 2 },
  ZH3: { form: 2, read: as('engineRpm', 4) },
  ZL1: { form: 4 },
  // Tenths of a mile, and twentieths of an hour.
  ZL2: { form: 4, read: scaled('obdOdometerM', 160.9344) },
  ZL3: { form: 4 },
  ZL4: { form: 4, read: scaled('engineHoursS', 180) },
  ZS1: { form: 'text', read: textAs('vin') },
  // Values of J1939 (SAE J1939-71): ratios in 0.4 of a percent, degrees from -40 on, and individual scales.
  ...Object.fromEntries([1, 2, 3, 6, 7, 8, 9, 10, 12].map((number) => [`JO${number}`, { form: 1 } as const])),
  JO4: { form: 1, read: as('engineLoadPercent') },
  JO5: { form: 1, read: scaled('fuelPercent', 0.4) },
  JO11: { form: 1, read: (value, { attributes }) => (attributes.coolantC = value - 40) },
  JH1: { form: 2, read: as('obdSpeedKph', 256) },
  JH2: { form: 2, read: as('engineRpm', 8) },
  JH3: { form: 2, read: as('axleWeight1Kg', 2) },
  JH4: { form: 2, read: as('axleWeight2Kg', 2) },
  JH5: { form: 2, read: as('axleWeight3Kg', 2) },
  JH6: { form: 2, read: as('axleWeight4Kg', 2) },
  JH7: { form: 2, read: as('axleWeight5Kg', 2) },
  ...Object.fromEntries([8, 9, 10, 12].map((number) => [`JH${number}`, { form: 2 } as const])),
  JH11: { form: 2, read: as('fuelLPerHour', 20) },
  JL1: { form: 4, read: as('fuelUsedL', 2) },
  JL2: { form: 4, read: scaled('engineHoursS', 180) },
  JL3: { form: 4, read: scaled('obdOdometerM', 1000) },
  JL4: { form: 4, read: as('fuelUsedL', 1000) },
  JS1: { form: 'text', read: textAs('vin') },
  JS2: { form: 'text' },
  JS3: { form: 'text', read: textAs('driver1') },
  JS4: { form: 'text', read: textAs('driver2') },
  ...Object.fromEntries([1, 2, 3, 4, 5].map((number) => [`JN${number}`, { form: 4 } as const])),
});

/** The keys of "%CI%SA%MV": the part after the format itself. */
export const keysOf = (format: string): string[] =>
  format
    .split('%')
    .map((key) => key.trim())
    .filter((key) => key !== '' && key !== 'CI');
