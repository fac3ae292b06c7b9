import { Autocomplete, Loader } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { IconMapPinSearch } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queryClient } from '../../api/query-client.ts';
import { callQuery, useCall } from '../../api/use-call.ts';
import { errorText } from '../error-text.ts';
import { type Place, readPlace } from '../map/geodesy.ts';
import { missesNumber } from './missing-number.ts';

/** Where a search leads to. */
export interface FoundPlace extends Place {
  /** Null for coordinates. */
  name: string | null;
}

interface Props {
  onPlace: (place: FoundPlace) => void;
  /** What the field shows at first. */
  initial?: string;
  /** Leads to `initial` without a key. */
  seeks?: boolean;
  autoFocus?: boolean;
}

/** Fewer letters find too much. */
const LEAST = 2;
const PAUSE_MS = 250;
const MOST = 100;
/** What was found a minute ago is still there. */
const STALE_MS = 60_000;

/** The one search for addresses: leads to an address, a street, a suburb, a town or coordinates. */
export function PlaceSearch({ onPlace, initial = '', seeks = false, autoFocus = false }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState(initial);
  const [debounced] = useDebouncedValue(text.trim(), PAUSE_MS);
  const [fault, setFault] = useState<string | null>(null);
  const [note, setNote] = useState<string | null>(null);
  /** The list of suggestions would lie over what was found. */
  const [found, setFound] = useState(false);
  const [seeking, setSeeking] = useState(false);
  /** Of what is typed now: an answer to what was typed before leads nowhere. */
  const typing = useRef(0);
  const chosenName = useRef<string | null>(null);
  const isName = debounced.length >= LEAST && readPlace(debounced) === null;
  const suggested = useCall(
    'get-named-places',
    { text: debounced },
    { enabled: isName, placeholderData: keepPreviousData, staleTime: STALE_MS },
  );
  const rows = isName ? (suggested.data?.rows ?? []) : [];

  function change(typed: string) {
    typing.current += 1;
    setText(typed);
    // The field writes what was chosen by itself.
    if (typed === chosenName.current) return;
    chosenName.current = null;
    setFound(false);
    setFault(null);
    setNote(null);
  }
  function lead({ lat, lon }: Place, name: string | null) {
    setFound(true);
    setNote(name !== null && missesNumber(text, name) ? t('place-search.no-number') : null);
    onPlace({ lat, lon, name });
  }
  /** Asks for what is typed: the list below may still be that of fewer letters. */
  async function go(typed: string) {
    const place = readPlace(typed);
    if (place) return lead(place, null);
    if (typed.length < LEAST) return setFault(t('place-search.failed'));
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
      // The server has searched already.
      filter={({ options }) => options}
      value={text}
      maxLength={MOST}
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
