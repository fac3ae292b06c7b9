import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/setup.ts';
import type { ExpenseFilter } from './expense-filter.ts';

interface Props {
  filter: ExpenseFilter;
  /** Removes a filter from the address, by its parameter. */
  onRemove: (name: string) => void;
}

/** The filters of the list besides its fields, for example after opening a figure; each can be removed. */
export function FilterNotes({ filter, onRemove }: Props) {
  const { t } = useTranslation();
  const choosesVehicle = useMay('vehicles', 'view');
  const notes = [
    { name: 'vehicle', on: filter.vehicleId !== undefined && !choosesVehicle, text: t('expenses.narrowed.vehicle') },
    { name: 'vehicle', on: filter.noVehicle === true, text: t('expenses.narrowed.no-vehicle') },
    { name: 'group', on: filter.groupId !== undefined, text: t('expenses.narrowed.group') },
    { name: 'recurring', on: filter.recurringId !== undefined, text: t('expenses.narrowed.recurring') },
  ];
  return notes.map(
    ({ name, on, text }) =>
      on && (
        <Button
          key={text}
          variant="light"
          rightSection={<IconX size={14} aria-hidden />}
          aria-label={t('expenses.narrowed.remove', { filter: text })}
          onClick={() => onRemove(name)}
        >
          {text}
        </Button>
      ),
  );
}
