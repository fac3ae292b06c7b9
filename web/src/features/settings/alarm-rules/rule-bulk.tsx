import { SEVERITIES } from '@milepost/contract/alarm-constants';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useCall } from '../../../api/use-call.ts';
import { BulkEdit } from '../../../ui/bulk-edit/bulk-edit.tsx';
import { alarmSwitch, choiceField, numberField, switchField } from '../../../ui/bulk-edit/bulk-fields.ts';
import type { BulkDialogProps } from '../../../ui/list-page/chosen-bar.tsx';
import { refreshRules } from '../../../api/refresh-records.ts';

/** All rules, or those found here by texts in the person's language. */
type Props = BulkDialogProps<{ ids?: number[] | undefined }>;

/** Changes one field of the chosen rules. */
export default function RuleBulk({ of, count, onClose }: Props) {
  const { t } = useTranslation();
  const choices = useCall('get-alarm-rule-choices', {});
  const people = (choices.data?.people ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const severities = SEVERITIES.map((value) => ({ value, label: t(`severity.${value}`) }));
  const label = (key: string) => t(`alarm-rules.${key}`);
  const ids = 'filter' in of ? of.filter.ids : of.ids;
  const chosen = ids === undefined ? { filter: {} } : { ids };
  return (
    <BulkEdit
      count={count}
      fields={[
        alarmSwitch(t, 'enabled', label('enabled')),
        choiceField('severity', label('severity'), severities),
        choiceField('addPerson', t('bulk-edit.fields.addPerson'), people),
        choiceField('removePerson', t('bulk-edit.fields.removePerson'), people),
        switchField(t, 'everyone', `${label('people')} · ${label('everyone')}`),
        switchField(t, 'bell', `${label('how')} · ${label('channel.bell')}`),
        switchField(t, 'push', `${label('how')} · ${label('channel.push')}`),
        switchField(t, 'mail', `${label('how')} · ${label('channel.mail')}`),
        numberField('coolDownS', label('cool-down'), { step: 60, unit: label('unit.min'), optional: false }),
      ]}
      preview={(field, value) => call('preview-alarm-rule-change', { ...chosen, field, value })}
      change={(field, value) => call('change-alarm-rules', { ...chosen, field, value })}
      undo={(id) => call('undo-alarm-rule-change', { id })}
      onChanged={refreshRules}
      onClose={onClose}
    />
  );
}
