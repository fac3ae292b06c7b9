import { MAX_CALIBRATION_POINTS } from '@milepost/contract/sensor-kinds';
import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { enteredNumber } from '../../../ui/form/entered-number.ts';
import { CalibrationCurve } from './calibration-curve.tsx';
import type { TypedPoint } from './sensor-values.ts';
import classes from './sensors.module.css';
import { NumberInput } from '../../../ui/form/number-input.tsx';

interface Props {
  points: readonly TypedPoint[];
  unit: string;
  onChange: (points: TypedPoint[]) => void;
  /** The errors, by a path such as `calibration.2.raw`. */
  errors: Readonly<Record<string, unknown>>;
  now: { raw: number; value: number } | null;
}

/** The calibration table: a row for each measured point, linear between them. */
export function CalibrationEditor({ points, unit, onChange, errors, now }: Props) {
  const { t } = useTranslation();
  const put = (index: number, change: Partial<TypedPoint>) =>
    onChange(points.map((point, each) => (each === index ? { ...point, ...change } : point)));
  const error = (index: number, field: keyof TypedPoint) => {
    const text = errors[`calibration.${index}.${field}`];
    return typeof text === 'string' ? text : undefined;
  };
  return (
    <div className={classes['calibration']}>
      <Text size="sm" c="dimmed">
        {t('sensors.calibration-hint')}
      </Text>
      <CalibrationCurve points={points} now={now} />
      {points.map((point, index) => (
        // A row is identified by its index in the table: two rows can be equal.
        <Group key={index} gap="xs" wrap="nowrap" align="flex-start">
          <NumberInput
            negative
            aria-label={t('sensors.raw-of', { row: index + 1 })}
            placeholder={t('sensors.raw')}
            flex={1}
            value={point.raw ?? ''}
            error={error(index, 'raw')}
            onChange={(entered) => put(index, { raw: enteredNumber(entered) })}
          />
          <NumberInput
            negative
            aria-label={t('sensors.value-of', { row: index + 1 })}
            placeholder={t('sensors.value')}
            flex={1}
            {...(unit !== '' && { suffix: ` ${unit}` })}
            value={point.value ?? ''}
            error={error(index, 'value')}
            onChange={(entered) => put(index, { value: enteredNumber(entered) })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t('sensors.remove-row', { row: index + 1 })}
            onClick={() => onChange(points.filter((_, each) => each !== index))}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      {points.length < MAX_CALIBRATION_POINTS && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => onChange(nextPoints(points, now?.raw ?? null))}
        >
          {t(points.length === 0 ? 'sensors.add-table' : 'sensors.add-row')}
        </Button>
      )}
    </div>
  );
}

/**
 * Adds a row, or two to an empty table. The new row contains the device's current value, since people fill in a tank
 * and then look at the value.
 */
function nextPoints(points: readonly TypedPoint[], raw: number | null): TypedPoint[] {
  const empty = { raw: null, value: null };
  const isNew = raw !== null && points.every((point) => point.raw === null || point.raw < raw);
  if (points.length === 0) return [{ raw: 0, value: 0 }, isNew && raw > 0 ? { raw, value: null } : empty];
  return [...points, isNew ? { raw, value: null } : empty];
}
