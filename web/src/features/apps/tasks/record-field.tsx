import type { Task } from '@milepost/contract/task-operations';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/use-call.ts';

interface Props {
  label: string;
  description: string;
  /** The task with the initial record. */
  known: Task | undefined;
  /** `kind:id`; empty for none. */
  value: string;
  onChange: (value: string) => void;
  error: ReactNode;
}

const PAUSE_MS = 200;
/** The minimum length of a search; fewer letters match too much. */
const MIN_CHARACTERS = 2;
const MAX_CHARACTERS = 100;

/** The record that something is about, of any kind that the person may see: searched by any of its fields. */
export function RecordField({ label, description, known, value, onChange, error }: Props) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [debounced] = useDebouncedValue(search.trim().slice(0, MAX_CHARACTERS), PAUSE_MS);
  const [chosen, setChosen] = useState<{ value: string; label: string }[]>(() =>
    known?.recordKind
      ? [
          {
            value: `${known.recordKind}:${known.recordId}`,
            label: [t(`record-kind.${known.recordKind}`), known.recordName].filter((part) => part !== null).join(' · '),
          },
        ]
      : [],
  );
  const typed = debounced.length >= MIN_CHARACTERS && chosen.every((one) => one.label !== debounced);
  const found = useCall(
    'get-found-records',
    { search: debounced },
    { enabled: typed, placeholderData: keepPreviousData },
  ).data?.rows;
  const options = (typed ? (found ?? []) : []).flatMap((row) =>
    row.kind === 'task'
      ? []
      : [{ value: `${row.kind}:${row.id}`, label: `${t(`record-kind.${row.kind}`)} · ${row.label}` }],
  );
  const own = chosen.filter((one) => one.value === value && options.every((option) => option.value !== one.value));
  return (
    <Select
      label={label}
      description={description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      searchable
      clearable
      data={[...own, ...options]}
      filter={({ options: all }) => all}
      nothingFoundMessage={t(typed ? 'form.nothing-found' : 'tasks.about-type')}
      searchValue={search}
      onSearchChange={setSearch}
      value={value === '' ? null : value}
      onChange={(next) => {
        setChosen((before) =>
          options
            .filter((option) => option.value === next)
            .concat(before)
            .slice(0, 2),
        );
        onChange(next ?? '');
      }}
      error={error}
    />
  );
}
