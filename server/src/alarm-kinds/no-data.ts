import type { AlarmKindWords, Sentence } from './alarm-kind.ts';

const SILENT: Sentence = { en: 'silent for {{time}}', hi: '{{time}} से कोई संदेश नहीं', ar: 'بلا اتصال منذ {{time}}' };

export const noData: AlarmKindWords<'noData'> = {
  measures: 'minutes',
  says: ({ value }, { afterS }, writer) =>
    writer.sentence(SILENT, { time: writer.span(value === null ? afterS : value * 60) }),
};
