import { type MantineSize, TextInput } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { editedText, type EnteredFault, type NumberRule, readEntered, restingText } from '../../text/read-entered.ts';

interface Props extends NumberRule {
  id?: string;
  label?: ReactNode;
  'aria-label'?: string;
  title?: string;
  description?: ReactNode;
  placeholder?: string;
  error?: ReactNode;
  required?: boolean;
  withAsterisk?: boolean;
  disabled?: boolean;
  readOnly?: boolean;
  size?: MantineSize;
  w?: number;
  flex?: number;
  /** Signs before and after the number while nobody edits it; both can be typed as well. */
  prefix?: string;
  suffix?: string;
  /** Groups lakhs and crores instead of thousands. */
  lakh?: boolean;
  /** Shows all `decimals` while nobody edits the field. */
  fixed?: boolean;
  /** The increment of an arrow key. */
  step?: number;
  /** For `NaN`, shows the text that could not be read. */
  value?: number | string | null;
  /** '' for an empty field, and `NaN` for a text that is not a valid number: schemas and calls reject it. */
  onChange?: (value: number | '') => void;
  onFocus?: (event: React.FocusEvent<HTMLInputElement>) => void;
  onBlur?: (event: React.FocusEvent<HTMLInputElement>) => void;
}

/**
 * The only number field. It keeps typed, pasted or autofilled text as it is, parses it by the person's locale, and
 * rejects ambiguous text with a reason; an invalid field blocks the submission of its form.
 */
export function NumberInput(props: Props) {
  const { value, onChange, error, prefix = '', suffix = '', lakh, fixed, step = 1, onFocus, onBlur, ...rest } = props;
  const { decimals, negative, min, max, plain, rounds, units = [], ...shown } = rest;
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const rule = { decimals, negative, min, max, plain, rounds, units: [prefix, suffix, ...units] };
  const number = typeof value === 'number' ? value : null;
  // The text being edited, or one that cannot be read; null if the field shows its value.
  const [text, setText] = useState<string | null>(null);
  const [focused, setFocused] = useState(false);
  const [sent, setSent] = useState<number | null>(number);
  const [own, setOwn] = useState(false);
  if (!Object.is(sent, number)) {
    setSent(number);
    setOwn(false);
    // The value was changed from outside, for example by undo or a form reset.
    if (!own && text !== null) setText(focused && number !== null ? editedText(number, decimals) : null);
  }
  const read = text === null ? null : readEntered(text, rule);
  const fault = read !== null && 'fault' in read ? read.fault : null;

  const faulty = fault !== null;
  useEffect(() => {
    const form = input.current?.form;
    if (!form || !faulty) return;
    const refuse = (event: SubmitEvent) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      input.current?.blur();
      input.current?.scrollIntoView({ block: 'center' });
    };
    form.addEventListener('submit', refuse);
    return () => form.removeEventListener('submit', refuse);
  }, [faulty]);

  function enter(next: string) {
    const found = readEntered(next, rule);
    // If a field is filled in without having the focus, nobody will continue typing.
    setText(!focused && (found === null || 'number' in found) ? null : next);
    setOwn(true);
    onChange?.(found === null ? '' : 'number' in found ? found.number : Number.NaN);
  }
  function onKeyDown(event: KeyboardEvent) {
    const way = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (way === 0 || props.readOnly || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const from = read !== null && 'number' in read ? read.number : (number ?? 0);
    if (!Number.isFinite(from)) return;
    const next = Math.min(max ?? Infinity, Math.max(min ?? (negative ? -Infinity : 0), from + way * step));
    enter(editedText(next, decimals ?? 6));
  }
  const resting = number === null || Number.isNaN(number) ? '' : restingText(number, { decimals, plain, lakh, fixed });
  return (
    <TextInput
      {...shown}
      ref={input}
      autoComplete="off"
      {...(negative && { dir: 'ltr' as const })}
      inputMode={negative ? 'text' : decimals === 0 ? 'numeric' : 'decimal'}
      value={text ?? (resting === '' ? '' : `${prefix}${resting}${suffix}`)}
      error={fault !== null && (!focused || error) ? faultWords(fault, text ?? '') : error}
      {...(focused &&
        suffix.trim() !== '' && {
          rightSection: <small style={{ color: 'var(--text-dim)' }}>{suffix.trim()}</small>,
          rightSectionWidth: `${suffix.length + 2}ch`,
          rightSectionPointerEvents: 'none' as const,
        })}
      // Handles the focus before the first key: `onFocus` comes later on a slow phone, and the caret would jump among
      // the keys typed by then.
      onFocusCapture={({ currentTarget }) => {
        flushSync(() => {
          setFocused(true);
          setText((edited) => edited ?? (number === null ? '' : editedText(number, decimals)));
        });
        // The new text has lost the selection that the Tab key makes, so typing would append to it. A click sets the
        // caret afterwards.
        currentTarget.select();
      }}
      onFocus={onFocus}
      onBlur={(event) => {
        setFocused(false);
        if (fault === null) setText(null);
        onBlur?.(event);
      }}
      onKeyDown={onKeyDown}
      onChange={({ currentTarget }) => enter(currentTarget.value)}
    />
  );

  function faultWords(found: EnteredFault, entered: string): string {
    if (found.code === 'two') {
      const [large, small] = found.readings;
      return t('form.number.two', { text: entered, large: editedText(large), small: editedText(small) });
    }
    return t(`form.number.${found.code}`, 'bound' in found ? { bound: editedText(found.bound) } : {});
  }
}
