import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { twoDigits } from './time.ts';
import classes from './time-picker.module.css';

interface Props {
  label: string;
  value: number;
  max: number;
  disabled: boolean | undefined;
  onStep: (way: 1 | -1) => void;
  onSet: (value: number) => void;
}

/** One part of a time: two digits with an arrow above and below. */
export function TimeField({ label, value, max, disabled, onStep, onSet }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);

  function settle() {
    if (typed !== null && typed !== '') onSet(Number(typed));
    setTyped(null);
  }
  function onKeyDown(event: KeyboardEvent) {
    const way = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : null;
    if (way !== null) {
      event.preventDefault();
      setTyped(null);
      onStep(way);
    } else if (event.key === 'Enter') settle();
  }
  return (
    <div className={classes.field}>
      {/* Not in the order of the keyboard: the arrow keys do the same. */}
      <ActionIcon
        tabIndex={-1}
        disabled={disabled}
        onClick={() => onStep(1)}
        aria-label={t('widget.time.more', { label })}
      >
        <IconChevronUp size={18} aria-hidden />
      </ActionIcon>
      <input
        role="spinbutton"
        inputMode="numeric"
        maxLength={2}
        disabled={disabled}
        aria-label={label}
        aria-valuenow={value}
        aria-valuemin={0}
        aria-valuemax={max}
        value={typed ?? twoDigits(value)}
        onChange={(event) => setTyped(event.currentTarget.value.replaceAll(/\D/g, ''))}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={settle}
        onKeyDown={onKeyDown}
      />
      <ActionIcon
        tabIndex={-1}
        disabled={disabled}
        onClick={() => onStep(-1)}
        aria-label={t('widget.time.less', { label })}
      >
        <IconChevronDown size={18} aria-hidden />
      </ActionIcon>
    </div>
  );
}
