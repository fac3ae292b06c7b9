import { Select } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../error-text.ts';
import { cutText } from '../rest-option.ts';

interface Named {
  id: number;
  name: string;
}

interface Props {
  label: string;
  options: readonly Named[];
  /** How many there are, where the list may be cut off. */
  total?: number | undefined;
  value?: number | null;
  onChange: (id: number | null) => void;
  error?: ReactNode;
  /** Makes a new one by its name; left out where the role may not. */
  create?: ((name: string) => Promise<Named>) | undefined;
}

/** Key of what is being made for a choice: a form is not saved without it. */
export const CREATING = ['create-named'];
/** Value of the entry that makes a new one; ids are positive. */
const CREATE = -1;

/** Choice of something that has a name; what is typed and not there can be made on the spot. */
export function NamedSelect({ label, options, total, value, onChange, error, create }: Props) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [made, setMade] = useState<Named | null>(null);
  const mutation = useMutation({
    mutationKey: CREATING,
    mutationFn: (name: string) => (create ? create(name) : Promise.reject(new Error(name))),
    onSuccess(named) {
      setMade(named);
      onChange(named.id);
    },
  });
  const all = made && !options.some(({ id }) => id === made.id) ? [...options, made] : options;
  const name = search.trim();
  const isNew = create !== undefined && name !== '' && !all.some((one) => same(one.name, name));
  return (
    <Select
      label={label}
      description={total !== undefined && total > options.length ? cutText(t, options.length, total) : undefined}
      searchable
      clearable
      allowDeselect={false}
      selectFirstOptionOnChange
      placeholder={t(create ? 'form.choose-or-create' : 'form.choose')}
      nothingFoundMessage={t('form.nothing-found')}
      data={[
        ...all.map((one) => ({ value: one.id, label: one.name })),
        ...(isNew ? [{ value: CREATE, label: t('form.create-named', { name }) }] : []),
      ]}
      // The entry that creates fits whatever is typed.
      filter={({ options: items, search: typed }) =>
        items.filter(
          (item) => 'value' in item && (item.value === CREATE || same(item.label, typed) || has(item.label, typed)),
        )
      }
      renderOption={({ option }) => (
        <>
          {option.value === CREATE && <IconPlus size={14} aria-hidden />}
          {option.label}
        </>
      )}
      value={value ?? null}
      searchValue={search}
      onSearchChange={setSearch}
      disabled={mutation.isPending}
      onChange={(id) => (id === CREATE ? mutation.mutate(name) : onChange(id))}
      error={mutation.error ? errorText(t, mutation.error) : error}
    />
  );
}

const same = (a: string, b: string) => a.localeCompare(b.trim(), undefined, { sensitivity: 'accent' }) === 0;
const has = (text: string, part: string) => text.toLocaleLowerCase().includes(part.trim().toLocaleLowerCase());
