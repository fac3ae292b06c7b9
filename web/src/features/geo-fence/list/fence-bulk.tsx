import { SEVERITIES } from '@milepost/contract/alarm-constants';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { speedStepKph, speedUnit } from '../../../text/format.ts';
import { BulkEdit } from '../../../ui/bulk-edit/bulk-edit.tsx';
import type { BulkField } from '../../../ui/bulk-edit/bulk-field.ts';
import { alarmSwitch, choiceField, numberField, switchField, textField } from '../../../ui/bulk-edit/bulk-fields.ts';
import { NEW_COLOUR } from '../../../map/draw/drawing-defaults.ts';
import { refreshFences } from '../use-fences.ts';

interface Props {
  ids: number[];
  onClose: () => void;
}

/** Changes one field of the chosen geofences; tags have their own dialog. */
export default function FenceBulk({ ids, onClose }: Props) {
  const { t } = useTranslation();
  const label = (key: string) => t(`geo-fence.${key}`);
  const severities = SEVERITIES.map((value) => ({ value, label: t(`severity.${value}`) }));
  const colour: BulkField<'colour'> = {
    ...textField('colour', label('colour'), 7, false),
    input: { kind: 'colour' },
    start: NEW_COLOUR,
  };
  return (
    <BulkEdit
      count={ids.length}
      fields={[
        colour,
        numberField('speedLimitKph', label('speed-limit'), { step: speedStepKph(), unit: speedUnit() }),
        switchField(t, 'betweenFixes', label('between-fixes')),
        alarmSwitch(t, 'alarmEnter', label('alarm-enter')),
        alarmSwitch(t, 'alarmExit', label('alarm-exit')),
        numberField('alarmDwellS', label('alarm-dwell'), { step: 60, unit: label('minutes') }),
        choiceField('alarmSeverity', label('alarm-severity'), severities),
        textField('description', label('description'), 500),
      ]}
      preview={(field, value) => call('preview-fence-change', { ids, field, value })}
      change={(field, value) => call('change-fences', { ids, field, value })}
      undo={(id) => call('undo-fence-change', { id })}
      onChanged={refreshFences}
      onClose={onClose}
    />
  );
}
