import { useTranslation } from 'react-i18next';
import { call, type CallInput } from '../../../../api/call.ts';
import { BulkEdit } from '../../../../ui/bulk-edit/bulk-edit.tsx';
import { dayField, distanceField, numberField, textField } from '../../../../ui/bulk-edit/bulk-fields.ts';
import type { BulkDialogProps } from '../../../../ui/list-page/chosen-bar.tsx';
import { refreshMaintenance } from '../../../../api/refresh-records.ts';

type Props = BulkDialogProps<NonNullable<CallInput<'change-service-plans'>['filter']>>;

const HOURS = { step: 3600 };

/** Changes one field of the chosen service plans. */
export default function PlanBulk({ of, count, onClose }: Props) {
  const { t } = useTranslation();
  const label = (part: 'lead' | 'every', key: string) =>
    `${t(`maintenance.plan.${part}`)} · ${t(`maintenance.plan.${key}`)}`;
  return (
    <BulkEdit
      count={count}
      fields={[
        numberField('leadDays', label('lead', 'lead-days'), { optional: false }),
        distanceField('leadM', label('lead', 'lead-distance')),
        numberField('leadEngineS', label('lead', 'lead-hours'), HOURS),
        distanceField('everyM', label('every', 'every-distance')),
        numberField('everyEngineS', label('every', 'every-hours'), HOURS),
        numberField('everyMonths', label('every', 'every-months')),
        dayField('countedFrom', t('maintenance.plan.counted-from'), false),
        textField('note', t('maintenance.note'), 500),
      ]}
      preview={(field, value) => call('preview-service-plan-change', { ...of, field, value })}
      change={(field, value) => call('change-service-plans', { ...of, field, value })}
      undo={(id) => call('undo-service-plan-change', { id })}
      onChanged={refreshMaintenance}
      onClose={onClose}
    />
  );
}
