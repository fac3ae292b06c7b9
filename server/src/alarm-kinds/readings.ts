import { DEVICE_CODES } from '../texts/names.ts';
import { textFor } from '../texts/text.ts';
import type { AlarmKindWords } from './alarm-kind.ts';

export const device: AlarmKindWords<'device'> = {
  measures: null,
  describe: ({ about }, _condition, { language }) => about && (DEVICE_CODES[language][about] ?? about),
};

export const sensor: AlarmKindWords<'sensor'> = {
  measures: 'figure',
  describe({ value }, { name, unit, on }, writer) {
    if (on !== null) return writer.sentence(textFor(on ? 'alarm-sensor-on' : 'alarm-sensor-off', { sensor: name }));
    return value === null ? name : `${name}: ${writer.decimal(value)} ${unit}`.trimEnd();
  },
};

export const fuelDrop: AlarmKindWords<'fuelDrop'> = {
  measures: 'litres',
  describe: ({ value }, _condition, writer) =>
    value === null ? null : writer.sentence(textFor('alarm-fuel-lost', { litres: writer.decimal(Math.abs(value)) })),
};

export const lowBattery: AlarmKindWords<'lowBattery'> = {
  measures: null,
  describe: (_alarm, { belowPercent }, writer) =>
    writer.sentence(textFor('alarm-low-battery', { percent: writer.decimal(belowPercent) })),
};

export const temperature: AlarmKindWords<'temperature'> = {
  measures: 'celsius',
  describe: ({ value }, _condition, writer) => (value === null ? null : `${writer.decimal(value)} °C`),
};
