import { DEVICE_CODES } from '../texts/names.ts';
import { textFor } from '../texts/text.ts';
import type { AlarmKindWords } from './alarm-kind.ts';

const device: AlarmKindWords<'device'> = {
  measures: null,
  describe: ({ about }, _condition, { language }) => about && (DEVICE_CODES[language][about] ?? about),
};

const sensor: AlarmKindWords<'sensor'> = {
  measures: 'figure',
  describe({ value }, { name, unit, on }, writer) {
    if (on !== null) return writer.sentence(textFor(`condition.sensor.message-${on ? 'on' : 'off'}`, { sensor: name }));
    return value === null ? name : `${name}: ${writer.decimal(value)} ${unit}`.trimEnd();
  },
};

const fuelDrop: AlarmKindWords<'fuelDrop'> = {
  measures: 'litres',
  describe: ({ value }, _condition, writer) =>
    value === null
      ? null
      : writer.sentence(textFor('condition.fuelDrop.message', { litres: writer.decimal(Math.abs(value)) })),
};

const lowBattery: AlarmKindWords<'lowBattery'> = {
  measures: null,
  describe: (_alarm, { belowPercent }, writer) =>
    writer.sentence(textFor('condition.lowBattery.message', { percent: writer.decimal(belowPercent) })),
};

const temperature: AlarmKindWords<'temperature'> = {
  measures: 'celsius',
  describe: ({ value }, _condition, writer) => (value === null ? null : `${writer.decimal(value)} °C`),
};

export const readingKinds = { device, fuelDrop, temperature, lowBattery, sensor };
