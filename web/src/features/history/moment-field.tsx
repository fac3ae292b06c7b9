import { TextInput } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServerNow } from '../../live/use-live.ts';
import { readMoment, writeMoment } from './read-moment.ts';

interface Props {
  label: string;
  /** The accepted format. */
  form: string;
  /** The displayed moment, epoch milliseconds: supplies the day or time if only the other is typed. */
  at: () => number;
  /** True if the field displays that moment; otherwise it is empty until something is typed. */
  shows?: boolean;
  width?: number;
  disabled?: boolean;
  onChange: (ms: number) => void;
}

/** Accepts a date, a time or both as people write them in a mail: typed and confirmed with Enter, or pasted. */
export function MomentField({ label, form, at, shows = false, width, disabled, onChange }: Props) {
  const { t } = useTranslation();
  const now = useServerNow(60_000);
  const [typed, setTyped] = useState<string | null>(null);
  const [wrong, setWrong] = useState(false);
  const text = typed ?? (shows ? writeMoment(at()) : '');
  const put = (next: string | null) => {
    setTyped(next);
    setWrong(false);
  };
  function go(given: string) {
    const ms = readMoment(given, at());
    const past = ms !== null && ms <= now;
    setWrong(!past);
    if (!past) return;
    onChange(ms);
    setTyped(null);
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (typed !== null) go(typed);
      }}
    >
      <TextInput
        aria-label={label}
        placeholder={form}
        title={t('history.moment-title', { label, form })}
        leftSection={<IconClock size={16} aria-hidden />}
        size="xs"
        w={width}
        disabled={disabled}
        // In Latin digits, from left to right, in every language.
        dir="ltr"
        maxLength={40}
        value={text}
        error={wrong && t('history.fleet.go-to-error')}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => put(null)}
        onChange={(event) => put(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') put(null);
        }}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text').trim();
          if (readMoment(pasted, at()) === null) return;
          event.preventDefault();
          setTyped(pasted);
          go(pasted);
        }}
      />
    </form>
  );
}
