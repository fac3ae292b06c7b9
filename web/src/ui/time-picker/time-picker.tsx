import { useTranslation } from 'react-i18next';
import { stepped, type Time, type TimePart, withPart } from './time.ts';
import { TimeField } from './time-field.tsx';
import classes from './time-picker.module.css';

interface Props {
  value: Time;
  onChange: (value: Time) => void;
  /** Shows the seconds too. */
  seconds?: boolean;
  hourStep?: number;
  minuteStep?: number;
  secondStep?: number;
  disabled?: boolean;
  /** Arrows above and below each part; the arrow keys step without them too. */
  spinners?: boolean;
  /** True if the chosen time is not possible. */
  invalid?: boolean;
  label: string;
}

/** A time of day, by keyboard or by arrows; each part wraps around. */
export function TimePicker(props: Props) {
  const { value, onChange, seconds = false, hourStep = 1, minuteStep = 1, secondStep = 1, disabled, label } = props;
  const { spinners = true, invalid } = props;
  const { t } = useTranslation();
  const steps = { hour: hourStep, minute: minuteStep, second: secondStep };
  const parts: TimePart[] = seconds ? ['hour', 'minute', 'second'] : ['hour', 'minute'];
  return (
    // Hours are left of minutes in every language.
    <div role="group" aria-label={label} dir="ltr" className={classes.picker} data-flat={!spinners || undefined}>
      {parts.map((part) => (
        <TimeField
          key={part}
          label={t(`widget.time.${part}`)}
          value={value[part]}
          max={part === 'hour' ? 23 : 59}
          disabled={disabled}
          spinners={spinners}
          invalid={invalid}
          onStep={(way) => onChange(stepped(value, part, way * steps[part]))}
          onSet={(to) => onChange(withPart(value, part, to))}
        />
      ))}
    </div>
  );
}
