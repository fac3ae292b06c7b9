import { byWord } from '../tools/by-word.ts';
import type { AlarmCode, Attributes } from '../types.ts';

/** How a value stands in bytes: so many of them, text that ends with a zero, or bytes to pass over. */
type Form = 1 | 2 | 4 | 8 | 'text' | { skip: number };

/** What is told of a record besides its attributes. */
export interface Told {
  attributes: Attributes;
  altitudeM: number | null;
}

interface Key {
  form: Form;
  read?: (value: number, told: Told, text: string) => void;
}

const as =
  (name: string, divide = 1) =>
  (value: number, { attributes }: Told): void => {
    attributes[name] = value / divide;
  };
const textAs =
  (name: string) =>
  (_value: number, { attributes }: Told, text: string): void => {
    if (text !== '') attributes[name] = text;
  };
const alarmAs =
  (alarm: AlarmCode) =>
  (value: number, { attributes }: Told): void => {
    if (value > 0) attributes.alarm = [...(attributes.alarm ?? []), alarm];
  };

/** Values that can be asked for, by the letters that name them in the format of a message. */
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
    read: (value, told) => {
      told.altitudeM = value > 0x7fff_ffff ? value - 0x1_0000_0000 : value;
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
  EO: { form: 4 },
  EH: { form: 4, read: (value, { attributes }) => (attributes.engineHoursS = value * 360) },
  IN0: { form: 1, read: (value, { attributes }) => (attributes.ignition = value > 0) },
  HA: { form: 1, read: alarmAs('hardAcceleration') },
  HB: { form: 1, read: alarmAs('hardBraking') },
  HC: { form: 1, read: alarmAs('hardCornering') },
  MT: { form: 1, read: (value, { attributes }) => (attributes.motion = value > 0) },
});

/** The keys of "%CI%SA%MV": what comes behind the format itself. */
export const keysOf = (format: string): string[] =>
  format
    .split('%')
    .map((key) => key.trim())
    .filter((key) => key !== '' && key !== 'CI');
