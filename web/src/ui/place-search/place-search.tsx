import { Autocomplete, Loader } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { IconMapPinSearch } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queryClient } from '../../api/query-client.ts';
import { callQuery, useCall } from '../../api/use-call.ts';
import { errorText } from '../error-text.ts';
import { type Coordinates, readPlace } from '../map/geodesy.ts';
import { missesNumber } from './missing-number.ts';

/** The result of a search. */
export interface FoundPlace extends Coordinates {
  /** Null for coordinates. */
  name: string | null;
}

interface Props {
  onPlace: (place: FoundPlace) => void;
  /** The initial text of the field. */
  initial?: string;
  /** Searches for `initial` without a key press. */
  seeks?: boolean;
  autoFocus?: boolean;
}

/** The minimum length of a search; fewer letters match too much. */
const MIN_CHARACTERS = 2;
const PAUSE_MS = 250;
const MAX_CHARACTERS = 100;
/** Results of the last minute are reused. */
const STALE_MS = 60_000;

/** The one search field for addresses: finds an address, a street, a suburb, a town or coordinates. */
export function PlaceSearch({ onPlace, initial = '', seeks = false, autoFocus = false }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState(initial);
  const [debounced] = useDebouncedValue(text.trim(), PAUSE_MS);
  const [fault, setFault] = useState<string | null>(null);
  const [note, setNote] = useState<string | null>(null);
  /** The list of suggestions would cover the result. */
  const [found, setFound] = useState(false);
  const [seeking, setSeeking] = useState(false);
  /** Identifies the current text: a reply for an earlier text is ignored. */
  const typing = useRef(0);
  const chosenName = useRef<string | null>(null);
  const isName = debounced.length >= MIN_CHARACTERS && readPlace(debounced) === null;
  const suggested = useCall(
    'get-named-places',
    { text: debounced },
    { enabled: isName, placeholderData: keepPreviousData, staleTime: STALE_MS },
  );
  const rows = isName ? (suggested.data?.rows ?? []) : [];

  function change(typed: string) {
    typing.current += 1;
    setText(typed);
    // The field itself writes the chosen text.
    if (typed === chosenName.current) return;
    chosenName.current = null;
    setFound(false);
    setFault(null);
    setNote(null);
  }
  function lead({ lat, lon }: Coordinates, name: string | null) {
    setFound(true);
    setNote(name !== null && missesNumber(text, name) ? t('place-search.no-number') : null);
    onPlace({ lat, lon, name });
  }
  /** Searches for the current text, since the list below can still belong to a shorter one. */
  async function go(typed: string) {
    const place = readPlace(typed);
    if (place) return lead(place, null);
    if (typed.length < MIN_CHARACTERS) return setFault(t('place-search.failed'));
    const turn = typing.current;
    setSeeking(true);
    try {
      const answer = await queryClient.fetchQuery({
        ...callQuery('get-named-places', { text: typed }),
        staleTime: STALE_MS,
      });
      if (turn !== typing.current) return;
      const [first] = answer.rows;
      if (first) lead(first, first.name);
      else setFault(t('place-search.failed'));
    } catch (error) {
      if (turn === typing.current) setFault(errorText(t, error));
    } finally {
      setSeeking(false);
    }
  }
  const seek = useEffectEvent(() => void go(initial.trim()));
  useEffect(() => {
    if (!seeks) return undefined;
    const soon = setTimeout(seek);
    return () => clearTimeout(soon);
  }, [seeks]);
  return (
    <Autocomplete
      label={t('place-search.label')}
      placeholder={t('place-search.hint')}
      description={note}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      leftSection={<IconMapPinSearch size={16} aria-hidden />}
      rightSection={
        (seeking || (isName && suggested.isFetching)) && <Loader size={14} aria-label={t('app.please-wait')} />
      }
      data={found ? [] : rows.map(({ name }) => name)}
      // Shows all options, because the server has searched already.
      filter={({ options }) => options}
      value={text}
      maxLength={MAX_CHARACTERS}
      data-autofocus={autoFocus || undefined}
      autoFocus={autoFocus}
      onChange={change}
      onOptionSubmit={(name) => {
        const chosen = rows.find((row) => row.name === name);
        chosenName.current = name;
        if (chosen) lead(chosen, name);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.defaultPrevented || event.nativeEvent.isComposing) return;
        event.preventDefault();
        void go(text.trim());
      }}
      error={fault ?? (isName && suggested.error ? errorText(t, suggested.error) : null)}
    />
  );
}
