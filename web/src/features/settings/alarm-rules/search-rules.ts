import { SEVERITIES } from '@milepost/contract/alarm-constants';
import type { AlarmRule } from '@milepost/contract/alarm-rule-routes';
import type { TFunction } from 'i18next';
import { localAnswer } from '../../../ui/data-table/local-answer.ts';
import type { TableState } from '../../../ui/data-table/table-state.ts';
import type { RuleSort } from './rule-columns.tsx';
import { conditionWords } from './kinds/condition-kinds.ts';
import { notificationText, subjectText } from './rule-words.ts';

/** The rules whose displayed text contains the search, sorted like on the server. */
export const searchRules = (t: TFunction, rules: readonly AlarmRule[], state: TableState<RuleSort>) =>
  localAnswer(
    rules,
    state,
    {
      name: ({ name }) => name,
      kind: ({ condition }) => condition.kind,
      severity: ({ severity }) => SEVERITIES.indexOf(severity),
      lastAlarmAt: ({ lastAlarmAt }) => lastAlarmAt,
    },
    (rule) => [
      rule.name,
      rule.organisationName,
      conditionWords(t, rule.condition, rule.fences),
      t(`severity.${rule.severity}`),
      subjectText(t, rule),
      notificationText(t, rule),
    ],
  );
