import { textFor } from '../texts/text.ts';
import type { AlarmKindWords } from './alarm-kind.ts';

export const fuelDrop: AlarmKindWords<'fuelDrop'> = {
  measures: 'litres',
  says: ({ value }, _condition, writer) =>
    value === null ? null : writer.sentence(textFor('alarm-fuel-lost', { litres: writer.decimal(Math.abs(value)) })),
};
