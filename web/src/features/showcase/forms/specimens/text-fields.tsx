import { Autocomplete, PasswordInput, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { always, number, onOff, words } from '../../frame/knobs.ts';
import { FieldSpecimen } from './field-specimen.tsx';
import { NumberInput } from '../../../../ui/form/number-input.tsx';

export function TextFields() {
  const { t } = useTranslation();
  const [text, setText] = useState('SBA 1234');
  const [amount, setAmount] = useState<number | string>(60);
  const [secret, setSecret] = useState('');
  const [note, setNote] = useState('');
  const [place, setPlace] = useState('');
  return (
    <>
      <FieldSpecimen
        id="text-field"
        component="TextInput"
        event
        knobs={{ placeholder: always(words('SBA 1234')), readOnly: onOff(false) }}
      >
        {(props) => <TextInput {...props} value={text} onChange={(event) => setText(event.currentTarget.value)} />}
      </FieldSpecimen>
      <FieldSpecimen
        id="number-field"
        component="NumberInput"
        knobs={{
          min: always(number(0, -1000, 1000)),
          max: always(number(120, -1000, 1000)),
          step: always(number(5, 1, 100)),
          suffix: always(words(' km/h')),
          plain: onOff(false),
        }}
      >
        {(props) => <NumberInput {...props} value={amount} onChange={setAmount} />}
      </FieldSpecimen>
      <FieldSpecimen id="password-field" component="PasswordInput" event>
        {(props) => (
          <PasswordInput
            {...props}
            value={secret}
            onChange={(event) => setSecret(event.currentTarget.value)}
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': t('forms.password-field.show') }}
          />
        )}
      </FieldSpecimen>
      <FieldSpecimen
        id="text-area"
        component="Textarea"
        event
        knobs={{ rows: always(number(3, 1, 12)), autosize: onOff(false), maxLength: always(number(500, 1, 5000)) }}
      >
        {({ autosize, rows, ...props }) => (
          <Textarea
            {...props}
            key={String(autosize)}
            {...(autosize ? { autosize, minRows: rows, maxRows: 12 } : { rows })}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        )}
      </FieldSpecimen>
      <FieldSpecimen
        id="autocomplete"
        component="Autocomplete"
        given={{ data: 'places' }}
        knobs={{ limit: always(number(5, 1, 20)) }}
      >
        {(props) => (
          <Autocomplete {...props} data={t('forms.autocomplete.places').split(';')} value={place} onChange={setPlace} />
        )}
      </FieldSpecimen>
    </>
  );
}
