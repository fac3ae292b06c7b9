import { TextInput } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServerNow } from '../../../live/use-live.ts';
import { readMoment, timeOf } from './read-moment.ts';

interface Props {
  /** Epoch milliseconds; its time of day is kept where a day alone is given. */
  at: number;
  onChange: (ms: number) => void;
}

/** Takes a date and time as people write them in a mail: typed and confirmed with Enter, or pasted. */
export function MomentField({ at, onChange }: Props) {
  const { t } = useTranslation();
  const now = useServerNow(60_000);
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState(false);
  function go(given: string) {
    const ms = readMoment(given, timeOf(at));
    const past = ms !== null && ms <= now;
    setWrong(!past);
    if (past) onChange(ms);
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        go(text);
      }}
    >
      <TextInput
        aria-label={t('history.fleet.go-to')}
        placeholder={t('history.fleet.go-to-form')}
        leftSection={<IconClock size={16} aria-hidden />}
        // In Latin digits, from left to right, in every language.
        dir="ltr"
        maxLength={40}
        value={text}
        error={wrong && t('history.fleet.go-to-error')}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setWrong(false);
        }}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text').trim();
          if (readMoment(pasted, timeOf(at)) === null) return;
          event.preventDefault();
          setText(pasted);
          go(pasted);
        }}
      />
    </form>
  );
}
