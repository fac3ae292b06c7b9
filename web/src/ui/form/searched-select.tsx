import { Select } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { restOption } from '../rest-option.ts';

interface Props {
  label: string;
  placeholder?: string;
  /** The options that the server found, including the chosen one. */
  options: readonly { id: number; name: string }[];
  total: number | undefined;
  /** Searches the server for the typed text. */
  onSearch: (text: string) => void;
  value: number | null;
  onChange: (id: number | null) => void;
  disabled?: boolean;
  clearable?: boolean;
  withAsterisk?: boolean;
  description?: ReactNode;
  error?: ReactNode;
}

const AFTER_MS = 250;

/** A select with more options than a list can contain: searched on the server. */
export function SearchedSelect({ options, total, onSearch, value, onChange, clearable = false, ...props }: Props) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const debouncedSearch = useDebouncedCallback(onSearch, AFTER_MS);
  const chosen = options.find(({ id }) => id === value)?.name;
  return (
    <Select
      {...props}
      searchable
      clearable={clearable}
      allowDeselect={false}
      nothingFoundMessage={t('form.nothing-found')}
      data={[
        ...options.map(({ id, name }) => ({ value: id, label: name, disabled: false })),
        ...restOption(t, options.length, total),
      ]}
      // Shows all options, because the server has searched already.
      filter={({ options: found }) => found}
      value={value}
      onChange={onChange}
      searchValue={search}
      onSearchChange={(text) => {
        setSearch(text);
        // The displayed text of the choice is not a search.
        debouncedSearch(text === chosen ? '' : text.trim());
      }}
    />
  );
}
