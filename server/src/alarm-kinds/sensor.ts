import type { AlarmKindWords, Sentence } from './alarm-kind.ts';

const ON: Sentence = { en: '{{sensor}}: on', hi: '{{sensor}}: चालू', ar: '{{sensor}}: يعمل' };
const OFF: Sentence = { en: '{{sensor}}: off', hi: '{{sensor}}: बंद', ar: '{{sensor}}: متوقف' };

export const sensor: AlarmKindWords<'sensor'> = {
  measures: 'figure',
  says({ value }, { name, unit, on }, writer) {
    if (on !== null) return writer.sentence(on ? ON : OFF, { sensor: name });
    return value === null ? name : `${name}: ${writer.decimal(value)} ${unit}`.trimEnd();
  },
};
