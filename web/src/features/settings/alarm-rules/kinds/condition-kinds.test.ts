import { beforeAll, expect, test } from 'vitest';
import { i18n, loadTexts, startTexts } from '../../../../text/i18n.ts';
import { ALARM_KINDS, conditionWords, newCondition } from './condition-kinds.ts';

beforeAll(async () => {
  startTexts();
  await loadTexts('en');
});

test.each(ALARM_KINDS)('%s has a name in the form, and a text for its new rules', (kind) => {
  expect(i18n.exists(`condition.${kind}.clause`)).toBe(true);
  expect(conditionWords(i18n.t, newCondition(kind), [{ name: 'Depot' }])).not.toMatch(
    /alarm-rules|condition\.|\{\{|undefined/,
  );
});
