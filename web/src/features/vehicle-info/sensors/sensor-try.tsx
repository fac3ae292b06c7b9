import { Loader, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/use-call.ts';
import { faultText } from '../../../text/fault-text.ts';
import { formatDateTime, formatDecimal } from '../../../text/format.ts';
import { sensorValue } from '../../../ui/sensor/sensor-text.ts';
import { SmoothingChart } from './smoothing-chart.tsx';
import type { SensorValues } from './sensor-values.ts';
import classes from './sensors.module.css';

const PAUSE_MS = 400;

type TryInput = Pick<
  SensorValues,
  'kind' | 'source' | 'attribute' | 'expression' | 'min' | 'max' | 'inverse' | 'capacityL' | 'smoothingS'
> & {
  calibration: { raw: number; value: number }[];
};

/** The reading of the newest message with the values of the form; nothing is saved. */
export function useSensorTry(vehicleId: number | null, values: SensorValues) {
  const { kind, source, attribute, expression, min, max, inverse, capacityL, smoothingS } = values;
  const calibration = values.calibration.flatMap(({ raw, value }) =>
    raw === null || value === null ? [] : [{ raw, value }],
  );
  const entered: TryInput = {
    kind,
    source,
    attribute,
    expression,
    min,
    max,
    inverse,
    capacityL,
    smoothingS,
    calibration,
  };
  const [settled] = useDebouncedValue(JSON.stringify(entered), PAUSE_MS);
  const input: TryInput = JSON.parse(settled);
  const isThere = input.source === 'attribute' ? input.attribute !== null : input.expression.trim() !== '';
  const inOrder = input.calibration.every(({ raw }, index) => raw > (input.calibration[index - 1]?.raw ?? -Infinity));
  return useCall(
    'get-sensor-trial',
    { ...input, vehicleId: vehicleId ?? 1 },
    {
      enabled: vehicleId !== null && isThere && inOrder && input.calibration.length !== 1,
      placeholderData: keepPreviousData,
      retry: false,
    },
  );
}

interface Props {
  tried: ReturnType<typeof useSensorTry>;
  values: Pick<SensorValues, 'kind' | 'unit' | 'smoothingS'>;
}

/** Shows the raw value and its meaning. For a smoothed sensor this value is preliminary; the smoothed one follows. */
export function SensorTry({ tried: { data, isFetching }, values }: Props) {
  const { t } = useTranslation();
  if (!data) return null;
  const { raw, value, smoothed, at, fault, values: line } = data;
  const rawText =
    typeof raw === 'number' ? formatDecimal(raw) : raw === null ? '–' : t(`sensors.state-${raw ? 'on' : 'off'}`);
  return (
    <div className={classes['try']} role="status">
      <Text size="sm" fw={600}>
        {t('sensors.try')} {isFetching && <Loader size={12} aria-hidden />}
      </Text>
      {fault ? (
        <Text size="sm" c="red">
          {faultText(fault)}
        </Text>
      ) : (
        <Text size="lg" fw={650}>
          <span className={classes['raw']}>{rawText} =</span> {sensorValue(t, values, value)}
        </Text>
      )}
      {smoothed !== null && values.smoothingS !== null && (
        <Text size="sm" fw={600}>
          {t('sensors.smoothed-now', { value: sensorValue(t, values, smoothed), time: values.smoothingS })}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        {at === null ? t('sensors.no-message') : t('sensors.message-of', { time: formatDateTime(at) })}
        {raw === null && !fault && at !== null && ` ${t('sensors.no-raw')}`}
        {raw !== null && value === null && ` ${t('sensors.out-of-range')}`}
      </Text>
      <SmoothingChart values={line} unit={values.unit} isSmoothed={values.smoothingS !== null} />
    </div>
  );
}
