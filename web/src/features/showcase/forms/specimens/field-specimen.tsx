import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { expression, jsxCode } from '../../frame/jsx-code.ts';
import type { Knobs, KnobValues } from '../../frame/knobs.ts';
import { areValuesOf, onOff, words } from '../../frame/knobs.ts';
import { Specimen } from '../../frame/specimen.tsx';
import classes from '../forms-page.module.css';

/** The knobs that every field shares: the same texts in the same places. */
const SHARED = { description: words(''), error: words(''), withAsterisk: onOff(false), disabled: onOff(false) };

interface Props<K extends Knobs> {
  /** Also the key below `forms.` in the catalogue with the field's texts. */
  id: string;
  component: string;
  knobs?: K;
  /** True if its `onChange` passes the input's event, not the value. */
  event?: boolean;
  /** Properties that are in the code but cannot be changed, as expressions. */
  given?: Readonly<Record<string, string>>;
  /** The children in the code. */
  inside?: string;
  children: (props: KnobValues<K> & KnobValues<typeof SHARED> & { label: string }) => ReactNode;
}

/** A live field with its label, with the properties that all fields share and its own. */
export function FieldSpecimen<const K extends Knobs>(props: Props<K>) {
  const { id, component, knobs, event = false, given = {}, inside, children } = props;
  const { t } = useTranslation();
  const label = t(`forms.${id}.label`);
  return (
    <Specimen
      id={id}
      title={t(`forms.${id}.title`)}
      text={t(`forms.${id}.text`)}
      knobs={{ ...SHARED, ...knobs }}
      code={(changed) =>
        jsxCode(
          component,
          {
            label,
            value: expression('value'),
            onChange: expression(event ? '(event) => setValue(event.currentTarget.value)' : 'setValue'),
            ...Object.fromEntries(Object.entries(given).map(([name, source]) => [name, expression(source)])),
            ...changed,
          },
          inside,
        )
      }
    >
      {(values) => (
        <div className={classes.field}>
          {areValuesOf(SHARED, values) && areValuesOf(knobs, values) && children({ ...values, label })}
        </div>
      )}
    </Specimen>
  );
}
