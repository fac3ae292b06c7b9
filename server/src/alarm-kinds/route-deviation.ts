import type { AlarmKindWords, Sentence } from './alarm-kind.ts';

const OFF_ROUTE: Sentence = { en: 'off its route', hi: 'अपने रूट से हटकर', ar: 'خارج مسارها' };

export const routeDeviation: AlarmKindWords<'routeDeviation'> = {
  measures: null,
  says: (_alarm, _condition, writer) => writer.sentence(OFF_ROUTE),
};
