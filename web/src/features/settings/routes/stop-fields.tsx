import { USUAL_SERVICE_S } from '@milepost/contract/route-kinds';
import { Group, Switch, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatDuration, minuteUnit } from '../../../text/format.ts';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { TimePicker } from '../../../ui/time-picker/time-picker.tsx';
import { hoursText } from '../../../ui/weekly-hours/hours-text.ts';
import { NEW_SPAN, timeOf, withTime } from '../../../ui/weekly-hours/hours.ts';
import type { EditStop } from './edit-stops.ts';
import classes from './routes.module.css';

interface Props {
  stop: EditStop;
  canSkip: boolean;
  onChange: (stop: EditStop) => void;
}

/** The fields of a single stop: its duration, its time window, and the reason why it is skipped. */
export function StopFields({ stop, canSkip, onChange }: Props) {
  const { t } = useTranslation();
  const { outlet, window } = stop;
  return (
    <div className={classes['more']}>
      <NumberField
        label={t('routes.field.service')}
        unit={minuteUnit()}
        step={60}
        placeholder={formatDuration(outlet.serviceS ?? USUAL_SERVICE_S)}
        value={stop.serviceS}
        onChange={(serviceS) => onChange({ ...stop, serviceS })}
      />
      <Text size="sm" c="dimmed">
        {outlet.hours ? t('routes.opens', { hours: hoursText(outlet.hours) }) : t('routes.opens-unknown')}
      </Text>
      <Switch
        label={t('routes.own-window')}
        checked={window !== null}
        onChange={({ currentTarget }) => onChange({ ...stop, window: currentTarget.checked ? NEW_SPAN : null })}
      />
      {window && (
        <Group gap="xs">
          {(['fromMin', 'toMin'] as const).map((side) => (
            <TimePicker
              key={side}
              spinners={false}
              label={t(`weekly-hours.${side === 'fromMin' ? 'from' : 'to'}`)}
              invalid={window.fromMin >= window.toMin}
              value={timeOf(window[side])}
              onChange={(time) => onChange({ ...stop, window: withTime(window, side, time) })}
            />
          ))}
        </Group>
      )}
      {canSkip && (
        <>
          <Switch
            label={t('routes.skip-stop')}
            checked={stop.skipReason !== null}
            onChange={({ currentTarget }) => onChange({ ...stop, skipReason: currentTarget.checked ? '' : null })}
          />
          {stop.skipReason !== null && (
            <TextInput
              label={t('routes.skip-reason')}
              withAsterisk
              maxLength={200}
              value={stop.skipReason}
              onChange={({ currentTarget }) => onChange({ ...stop, skipReason: currentTarget.value })}
            />
          )}
        </>
      )}
    </div>
  );
}
