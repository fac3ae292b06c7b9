import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/setup.ts';
import type { ExpenseFilter } from './expense-filter.ts';

interface Props {
  filter: ExpenseFilter;
  /** Takes a filter out of the address, by its name there. */
  onRemove: (name: string) => void;
}

/** By what else than its fields the list is narrowed, as where a figure was opened; each can be taken away. */
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
