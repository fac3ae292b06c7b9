import type { AlarmKindWords } from './alarm-kind.ts';

export const temperature: AlarmKindWords<'temperature'> = {
  measures: 'celsius',
  says: ({ value }, _condition, writer) => (value === null ? null : `${writer.decimal(value)} °C`),
};
