import type { AlarmKindWords, Sentence } from './alarm-kind.ts';

const LOST: Sentence = {
  en: '{{litres}} l less fuel',
  hi: '{{litres}} ली कम ईंधन',
  ar: 'وقود أقل بمقدار {{litres}} ل',
};

export const fuelDrop: AlarmKindWords<'fuelDrop'> = {
  measures: 'litres',
  says: ({ value }, _condition, writer) =>
    value === null ? null : writer.sentence(LOST, { litres: writer.decimal(Math.abs(value)) }),
};
