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
  /** The total, if the list can be truncated. */
  total?: number | undefined;
  value?: number | null;
  onChange: (id: number | null) => void;
  error?: ReactNode;
  /** Searches the server for the typed text, if the list is only its beginning. */
  onSearch?: ((text: string) => void) | undefined;
  /** Creates an option by its name; omitted if the role may not. */
  create?: ((name: string) => Promise<Option>) | undefined;
}

/** The mutation key of an option being created: a form is not saved before it exists. */
export const CREATING = ['create-named'];
/** The value of the entry that creates an option; ids are positive. */
const CREATE = -1;

/**
 * A select whose options have names; a typed name that does not exist can be created immediately, and is created at the
 * latest when the form is saved.
 */
export function CreatableSelect({ label, options, total, value, onChange, error, onSearch, create }: Props) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useState('');
  const [left, setLeft] = useState(false);
  // A form to be saved as soon as the option exists.
  const waiting = useRef<HTMLFormElement>(null);
  const [made, setMade] = useState<Option | null>(null);
  const mutation = useMutation({
    mutationKey: CREATING,
    mutationFn: (name: string) => (create ? create(name) : Promise.reject(new Error(name))),
  });
  async function make() {
    // A rejection is shown at the field.
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
      // The entry that creates an option matches any text.
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
        // Mantine has just restored the previous choice.
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
