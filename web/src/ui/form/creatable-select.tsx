import { Select } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../error-text.ts';
import { cutText } from '../rest-option.ts';

interface Option {
  id: number;
  name: string;
}

interface Props {
  label: string;
  options: readonly Option[];
  /** How many there are, where the list may be cut off. */
  total?: number | undefined;
  value?: number | null;
  onChange: (id: number | null) => void;
  error?: ReactNode;
  /** Asks the server for what is typed, where the list is only its beginning. */
  onSearch?: ((text: string) => void) | undefined;
  /** Makes a new one by its name; left out where the role may not. */
  create?: ((name: string) => Promise<Option>) | undefined;
}

/** Key of what is being made for a choice: a form is not saved without it. */
export const CREATING = ['create-named'];
/** Value of the entry that makes a new one; ids are positive. */
const CREATE = -1;

/**
 * Choice of something that has a name; what is typed and not there can be made on the spot, and is made at the latest
 * when the form is saved.
 */
export function CreatableSelect({ label, options, total, value, onChange, error, onSearch, create }: Props) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useState('');
  const [left, setLeft] = useState(false);
  // A form that is to be saved as soon as it has its choice.
  const waiting = useRef<HTMLFormElement>(null);
  const [made, setMade] = useState<Option | null>(null);
  const mutation = useMutation({
    mutationKey: CREATING,
    mutationFn: (name: string) => (create ? create(name) : Promise.reject(new Error(name))),
  });
  async function make() {
    // What is refused stands at the field.
    const created = await mutation.mutateAsync(name).catch(() => null);
    if (created === null) {
      waiting.current = null;
      return;
    }
    setMade(created);
    onChange(created.id);
  }
  const all = made && !options.some(({ id }) => id === made.id) ? [...options, made] : options;
  const name = search.trim();
  const isNew = create !== undefined && name !== '' && !all.some((one) => same(one.name, name));
  const saveAfter = useEffectEvent((event: SubmitEvent) => {
    if (!isNew) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const { currentTarget: form } = event;
    if (mutation.isPending || !(form instanceof HTMLFormElement)) return;
    waiting.current = form;
    void make();
  });
  useEffect(() => {
    const form = field.current?.form;
    const listener = (event: SubmitEvent) => saveAfter(event);
    form?.addEventListener('submit', listener, { capture: true });
    return () => form?.removeEventListener('submit', listener, { capture: true });
  }, []);
  useEffect(() => {
    if (made === null || value !== made.id) return;
    const form = waiting.current;
    waiting.current = null;
    form?.requestSubmit();
  }, [made, value]);
  const cut = total !== undefined && total > options.length ? cutText(t, options.length, total) : undefined;
  return (
    <Select
      ref={field}
      label={label}
      description={isNew && left ? t('named-select.created-on-save', { name }) : cut}
      searchable
      clearable
      allowDeselect={false}
      selectFirstOptionOnChange
      placeholder={t(create ? 'named-select.choose-or-create' : 'form.choose')}
      nothingFoundMessage={t('form.nothing-found')}
      data={[
        ...all.map((one) => ({ value: one.id, label: one.name })),
        ...(isNew ? [{ value: CREATE, label: t('named-select.create-named', { name }) }] : []),
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
      onSearchChange={(text) => {
        setSearch(text);
        onSearch?.(options.some((one) => one.id === value && one.name === text) ? '' : text.trim());
      }}
      onFocus={() => setLeft(false)}
      onBlur={() => {
        setLeft(true);
        // Mantine has just put back what was chosen before.
        if (isNew) setSearch(search);
      }}
      disabled={mutation.isPending}
      onChange={(id) => (id === CREATE ? void make() : onChange(id))}
      error={mutation.error ? errorText(t, mutation.error) : error}
    />
  );
}

const same = (a: string, b: string) => a.localeCompare(b.trim(), undefined, { sensitivity: 'accent' }) === 0;
const has = (text: string, part: string) => text.toLocaleLowerCase().includes(part.trim().toLocaleLowerCase());
