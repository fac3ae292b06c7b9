import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigation } from 'react-router';

interface Props {
  label: string;
  value: string;
  onChange: (search: string) => void;
}

const PAUSE_MS = 250;

/** A debounced search field. The key `/` focuses it. */
export function SearchBox({ label, value, onChange }: Props) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const isLeaving = useIsLeaving();
  // The typed text changes the address, which must not interrupt a navigation to another page.
  const later = useRef((_text: string) => {});
  const report = useDebouncedCallback((text: string) => (isLeaving() ? later.current : onChange)(text), PAUSE_MS);
  useEffect(() => void (later.current = report), [report]);
  useHotkeys([['/', () => input.current?.focus()]]);
  // The address changed in another way, such as Back.
  if (known !== value) {
    setKnown(value);
    if (value !== typed.trim()) setTyped(value);
  }

  function type(text: string) {
    setTyped(text);
    report(text.trim());
  }
  return (
    <TextInput
      ref={input}
      type="search"
      aria-label={label}
      placeholder={label}
      value={typed}
      maxLength={100}
      onChange={(event) => type(event.currentTarget.value)}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        typed !== '' && <CloseButton size="sm" aria-label={t('table.clear-search')} onClick={() => type('')} />
      }
      style={{ flex: '1 1 200px', maxWidth: 340 }}
    />
  );
}

/** The router's key of a history entry; the first one has none. */
const keyOf = (entry: { key?: string } | null) => entry?.key ?? 'default';

/** True if a navigation to another address is in progress. */
function useIsLeaving(): () => boolean {
  const { state } = useNavigation();
  const { key } = useLocation();
  return () => state !== 'idle' || keyOf(history.state) !== key;
}
