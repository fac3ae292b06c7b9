import type { AlarmKindWords, Sentence } from './alarm-kind.ts';

type StateEvent = 'tripStart' | 'tripEnd' | 'ignitionOn' | 'ignitionOff';

const event = <Kind extends StateEvent>(words: Sentence): AlarmKindWords<Kind> => ({
  measures: null,
  says: (_alarm, _condition, writer) => writer.sentence(words),
});

export const tripStart = event<'tripStart'>({ en: 'began a trip', hi: 'यात्रा शुरू की', ar: 'بدأت رحلة' });
export const tripEnd = event<'tripEnd'>({ en: 'ended a trip', hi: 'यात्रा समाप्त की', ar: 'أنهت رحلة' });
export const ignitionOn = event<'ignitionOn'>({ en: 'ignition on', hi: 'इग्निशन चालू', ar: 'الإشعال يعمل' });
export const ignitionOff = event<'ignitionOff'>({ en: 'ignition off', hi: 'इग्निशन बंद', ar: 'الإشعال متوقف' });
