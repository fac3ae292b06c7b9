import { ActionIcon, Input, Popover, TextInput, type TextInputProps } from '@mantine/core';
import { DatesProvider } from '@mantine/dates';
import '@mantine/dates/styles.css';
import { useClickOutside, useId } from '@mantine/hooks';
import { IconCalendar } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { type DayFault, dayPattern, enteredDayText } from '../../text/read-day.ts';
import classes from './day-entry.module.css';
import hiddenText from '../hidden-text/hidden-text.module.css';
import { HiddenText } from '../hidden-text/hidden-text.tsx';

/** The properties that day fields define themselves, or differently from a text field. */
type Own = 'label' | 'value' | 'defaultValue' | 'onChange' | 'leftSection' | 'rightSection' | 'ref';

export interface DayFieldProps<Value> extends Omit<TextInputProps, Own> {
  label: string;
  /** Shows the label only to screen readers. */
  labelHidden?: boolean;
  value: Value;
  onChange: (value: Value) => void;
  /** True if the field can be left empty. */
  clearable?: boolean;
  /** The first and the last selectable day, `YYYY-MM-DD`. */
  minDate?: string;
  maxDate?: string;
}

interface Props<Value> extends Omit<TextInputProps, Own> {
  label: string;
  labelHidden: boolean;
  clearable: boolean;
  /** The text of the field while nobody types; '' if it is empty. */
  resting: string;
  empty: Value;
  read: (text: string) => { value: Value } | { fault: DayFault } | null;
  /** Writes a value in full, as feedback while typing. */
  write: (value: Value) => string;
  onChange: (value: Value) => void;
  /** Describes the format of the field by that of one day, and its example by two days. */
  formatOf: (day: string, last?: string) => string;
  settings: { locale: string; consistentWeeks: boolean };
  /** The error of the calendar's limits, for example if they contradict each other. */
  limits: string | null;
  onOpened: () => void;
  /** The calendar; `choose` is called with the chosen value. */
  renderCalendar: (choose: (value: Value) => void) => ReactNode;
}

/** The popover is anchored to the whole field, including its buttons; `inputRef` is the text input. */
function Entry({ inputRef, ...props }: TextInputProps & { inputRef: Ref<HTMLInputElement> }) {
  return <TextInput ref={inputRef} {...props} />;
}

/** Shows below a field how the text is understood, without moving the content below. */
const aboveNote = (note: string | null) => (children: ReactNode) => (
  <div className={classes['container']}>
    {children}
    <div aria-live="polite">{note !== null && <span className={classes['understood']}>{note}</span>}</div>
  </div>
);

/**
 * A field for days that are typed, or chosen from a calendar that its button or Alt+Down opens. The typed text takes
 * effect when the field is left or Enter is pressed; an invalid text stays, shows its error, and blocks the submission
 * of its form.
 */
export function DayEntry<Value>(props: Props<Value>) {
  const {
    label,
    labelHidden,
    clearable,
    resting,
    empty,
    read,
    write,
    onChange,
    formatOf,
    settings,
    limits,
    ...others
  } = props;
  const { onOpened, renderCalendar, error, description, placeholder, onFocus, onBlur, onKeyDown, id, ...rest } = others;
  const { t } = useTranslation();
  const fieldId = useId(id);
  const labelId = `${fieldId}-label`;
  const input = useRef<HTMLInputElement>(null);
  const isFresh = useRef(false);
  const [field, setField] = useState<HTMLElement | null>(null);
  const [dropdown, setDropdown] = useState<HTMLDivElement | null>(null);
  // The field or its button, to which the focus returns: on a phone, focusing the field would open the keyboard.
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  const opened = opener !== null;
  // The text being typed, or one that cannot be read; null if the field shows its value.
  const [text, setText] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [shown, setShown] = useState(resting);
  if (shown !== resting) {
    // The value was changed from outside, for example by undo or a form reset.
    setShown(resting);
    setText(null);
    setFault(null);
  }
  useClickOutside(() => setOpener(null), ['mousedown', 'touchstart'], [field, dropdown]);

  function put(value: Value): void {
    setText(null);
    setFault(null);
    onChange(value);
  }
  /** @returns true if the content of the field is usable */
  function commit(entered: string | null): boolean {
    if (entered === null) return true;
    if (entered === resting) {
      setText(null);
      setFault(null);
      return true;
    }
    const found = read(entered);
    if (found !== null && 'value' in found) put(found.value);
    else if (found !== null) setFault(faultWords(found.fault, entered));
    else if (clearable || resting === '') put(empty);
    else setFault(t('forms.day.empty'));
    return found === null ? clearable || resting === '' : 'value' in found;
  }

  const commitNow = useEffectEvent(() => {
    let usable = true;
    flushSync(() => {
      usable = commit(text);
    });
    return usable;
  });
  useEffect(() => {
    const form = input.current?.form;
    if (!form) return undefined;
    const submit = (event: SubmitEvent) => {
      if (commitNow()) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      input.current?.focus();
    };
    form.addEventListener('submit', submit);
    return () => form.removeEventListener('submit', submit);
  }, []);

  const isLocked = rest.disabled === true || rest.readOnly === true;
  function open(by: HTMLElement): void {
    if (isLocked || limits !== null) return;
    onOpened();
    setOpener(by);
  }
  function close(): void {
    setOpener(null);
    opener?.focus();
  }
  function pressKey(event: KeyboardEvent<HTMLInputElement>): void {
    onKeyDown?.(event);
    if (event.key === 'ArrowDown' && event.altKey) {
      event.preventDefault();
      open(event.currentTarget);
    } else if (event.key === 'Escape' && opened) {
      event.preventDefault();
      setOpener(null);
    } else if (event.key === 'Tab') setOpener(null);
    else if (event.key === 'Enter') flushSync(() => commit(text));
  }

  const typed = text === null || fault !== null || text === resting ? null : read(text);
  const understood = typed !== null && 'value' in typed ? write(typed.value) : null;
  const name = label || rest['aria-label'] || '';
  const format = formatOf(dayPattern(t('forms.day.day'), t('forms.day.month'), t('forms.day.year')));
  const hint = t('forms.day.format', { format });
  return (
    <DatesProvider settings={settings}>
      <Popover
        opened={opened}
        position="bottom-start"
        trapFocus
        // This field closes the popover itself, so that its button can close it too and then gets the focus.
        closeOnClickOutside={false}
        closeOnEscape={false}
        withRoles={false}
      >
        <Popover.Target refProp="rootRef" ref={setField}>
          <Entry
            autoComplete="off"
            {...rest}
            id={fieldId}
            inputRef={input}
            label={label}
            labelProps={{ id: labelId, ...(labelHidden && { className: hiddenText['hidden'] }) }}
            wrapperProps={{ 'data-day-field': true }}
            description={
              description ? (
                <>
                  {description} <HiddenText>{hint}</HiddenText>
                </>
              ) : (
                hint
              )
            }
            {...(!description && {
              descriptionProps: { className: hiddenText['hidden'] },
              // Reserves no room for an invisible label.
              styles: { wrapper: { marginTop: 0 } },
            })}
            placeholder={placeholder || format}
            value={text ?? resting}
            error={limits ?? fault ?? error}
            inputContainer={aboveNote(
              understood !== null && understood !== text?.trim()
                ? t('forms.day.understood', { days: understood })
                : null,
            )}
            {...(fault !== null && { errorProps: { role: 'alert' } })}
            // Escape belongs to the calendar while it is open.
            data-mantine-stop-propagation={opened || undefined}
            leftSectionPointerEvents="all"
            leftSection={
              <ActionIcon
                variant="transparent"
                color="gray"
                size={28}
                disabled={isLocked}
                // The label describes the button instead of naming it, since the name belongs to the field alone.
                aria-label={t('forms.day.open')}
                aria-describedby={labelId}
                aria-haspopup="dialog"
                aria-expanded={opened}
                data-mantine-stop-propagation={opened || undefined}
                onClick={({ currentTarget }) => {
                  if (opened) close();
                  else open(currentTarget);
                }}
                onKeyDown={(event) => {
                  if (event.key === 'Escape' && opened) close();
                }}
              >
                <IconCalendar size={16} stroke={1.6} aria-hidden />
              </ActionIcon>
            }
            {...(clearable &&
              (text ?? resting) !== '' &&
              !isLocked && {
                rightSection: (
                  <Input.ClearButton
                    aria-label={t('forms.clear')}
                    onClick={() => {
                      put(empty);
                      setOpener(null);
                      input.current?.focus();
                    }}
                  />
                ),
              })}
            onChange={({ currentTarget }) => {
              const entered = currentTarget.value;
              setOpener(null);
              setFault(null);
              setText(entered);
              // If a field is filled in without having the focus, nobody will continue typing.
              if (document.activeElement !== currentTarget) commit(entered);
            }}
            onFocus={(event) => {
              isFresh.current = true;
              onFocus?.(event);
            }}
            onClick={({ currentTarget }) => {
              // Typing replaces the selected day, as after the Tab key; a second click sets the caret.
              if (isFresh.current && currentTarget.selectionStart === currentTarget.selectionEnd)
                currentTarget.select();
              isFresh.current = false;
            }}
            onBlur={(event) => {
              commit(text);
              onBlur?.(event);
            }}
            onKeyDown={pressKey}
          />
        </Popover.Target>
        <Popover.Dropdown
          ref={setDropdown}
          role="dialog"
          aria-label={name}
          data-dates-dropdown
          data-mantine-stop-propagation
          onKeyDownCapture={(event) => {
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            close();
          }}
        >
          {renderCalendar((value) => {
            put(value);
            close();
          })}
        </Popover.Dropdown>
      </Popover>
    </DatesProvider>
  );

  function faultWords(found: DayFault, entered: string): string {
    if (found.code === 'two' || found.code === 'which') {
      const [one, other] = found.readings.map(enteredDayText);
      return t(`forms.day.${found.code}`, { text: entered, one, other });
    }
    if ('bound' in found) return t(`forms.day.${found.code}`, { day: enteredDayText(found.bound) });
    const example = formatOf(dayPattern('30', '12', '2028'), dayPattern('31', '12', '2028'));
    return t(`forms.day.${found.code}`, { format, example });
  }
}
