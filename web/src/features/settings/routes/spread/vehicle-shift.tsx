import type { Depot } from '@milepost/contract/depot-operations';
import { Button, Input, Select, SimpleGrid } from '@mantine/core';
import { IconClockEdit } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../../../api/call.ts';
import { TimePicker } from '../../../../ui/time-picker/time-picker.tsx';
import { timeOf, toClock } from '../../../../ui/weekly-hours/hours.ts';

import { type Choice, type OwnShift, shiftOf } from './spread-choice.ts';
import classes from './spread.module.css';

interface Props {
  vehicle: Pick<CallOutput<'get-spread-choices'>['vehicles'][number], 'id' | 'name' | 'shift'>;
  choice: Choice;
  depots: readonly Depot[];
  onChange: (shift: OwnShift) => void;
}

const AS_OTHERS: OwnShift = { beginDepotId: null, endDepotId: null, startMin: null, backMin: null };

/** The depots and times of a vehicle: in one line, and editable for this one alone. */
export function VehicleShift({ vehicle, choice, depots, onChange }: Props) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const own = choice.shifts.get(vehicle.id) ?? AS_OTHERS;
  const shift = shiftOf(choice, vehicle.id);
  const depot = (field: 'beginDepotId' | 'endDepotId') => (
    <Select
      size="xs"
      label={t(`spread.shift.${field}`)}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t('form.nothing-found')}
      data={depots.map(({ id, name }) => ({ value: id, label: name }))}
      value={shift[field]}
      onChange={(id) => onChange({ ...own, [field]: id })}
    />
  );
  const time = (field: 'startMin' | 'backMin') => (
    <Input.Wrapper size="xs" labelElement="div" label={t(`spread.field.${field}`)}>
      <div>
        <TimePicker
          label={`${t(`spread.field.${field}`)} · ${vehicle.name}`}
          spinners={false}
          value={timeOf(shift[field] % 1440)}
          onChange={({ hour, minute }) => onChange({ ...own, [field]: hour * 60 + minute })}
        />
      </div>
    </Input.Wrapper>
  );
  return (
    <div className={classes['shift']}>
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<IconClockEdit size={16} aria-hidden />}
        aria-expanded={isOpen}
        aria-label={t('spread.shift.change', { vehicle: vehicle.name })}
        onClick={() => setOpen(!isOpen)}
      >
        {shiftText(t, choice, depots, vehicle.id)}
      </Button>
      {vehicle.shift && choice.shifts.has(vehicle.id) && <small>{t(`spread.shift.from.${vehicle.shift.from}`)}</small>}
      {isOpen && (
        <SimpleGrid cols={2} spacing="xs">
          {depot('beginDepotId')}
          {depot('endDepotId')}
          {time('startMin')}
          {time('backMin')}
        </SimpleGrid>
      )}
    </div>
  );
}

/** The depots and hours of a vehicle as text. */
export function shiftText(t: TFunction, choice: Choice, depots: readonly Depot[], vehicleId: number): string {
  const { beginDepotId, endDepotId, startMin, backMin } = shiftOf(choice, vehicleId);
  const nameOf = (id: number) => depots.find((depot) => depot.id === id)?.name ?? '';
  const values = { begin: nameOf(beginDepotId), from: toClock(startMin), to: toClock(backMin % 1440) };
  return beginDepotId === endDepotId
    ? t('spread.shift.text', values)
    : t('spread.shift.text-apart', { ...values, end: nameOf(endDepotId) });
}
