import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { twoDigits } from './time.ts';
import classes from './time-picker.module.css';

interface Props {
  label: string;
  value: number;
  max: number;
  disabled: boolean | undefined;
  spinners: boolean;
  invalid: boolean | undefined;
  onStep: (way: 1 | -1) => void;
  onSet: (value: number) => void;
}

/** The part after this one, such as the minutes after the hours. */
function partAfter(input: HTMLInputElement): HTMLInputElement | undefined {
  const parts = [...(input.closest('[role="group"]')?.querySelectorAll<HTMLInputElement>('[role="spinbutton"]') ?? [])];
  return parts[parts.indexOf(input) + 1];
}

/** One part of a time: two digits with an arrow above and below. */
export function TimeField({ label, value, max, disabled, spinners, invalid, onStep, onSet }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);

  function settle() {
    if (typed !== null && typed !== '') onSet(Number(typed));
    setTyped(null);
  }
  const input = useRef<HTMLInputElement>(null);
  // Moves on, so that 1500 can be typed as it is written. Leaving a part sets it.
  const goOn = useEffectEvent(() => {
    const next = input.current && partAfter(input.current);
    if (next) next.focus();
    else settle();
  });
  const full = typed?.length === 2;
  useEffect(() => {
    if (full) goOn();
  }, [full]);
  function onKeyDown(event: KeyboardEvent) {
    const way = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : null;
    if (way !== null) {
      event.preventDefault();
      setTyped(null);
      onStep(way);
    } else if (event.key === 'Enter') settle();
  }
  // The buttons are not focusable, because the arrow keys do the same.
  const step = (way: 1 | -1, key: 'more' | 'less', icon: ReactNode) => (
    <ActionIcon
      tabIndex={-1}
      disabled={disabled}
      onClick={() => onStep(way)}
      aria-label={t(`widget.time.${key}`, { label })}
    >
      {icon}
    </ActionIcon>
  );
  return (
    <div className={classes.field}>
      {spinners && step(1, 'more', <IconChevronUp size={18} aria-hidden />)}
      <input
        ref={input}
        role="spinbutton"
        inputMode="numeric"
        maxLength={2}
        disabled={disabled}
        aria-label={label}
        aria-invalid={invalid}
        aria-valuenow={value}
        aria-valuemin={0}
        aria-valuemax={max}
        value={typed ?? twoDigits(value)}
        onChange={(event) => setTyped(event.currentTarget.value.replaceAll(/\D/g, ''))}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={settle}
        onKeyDown={onKeyDown}
      />
      {spinners && step(-1, 'less', <IconChevronDown size={18} aria-hidden />)}
    </div>
  );
}
