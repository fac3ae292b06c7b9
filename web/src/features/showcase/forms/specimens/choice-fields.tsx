import { Checkbox, Group, MultiSelect, Radio, Select, Switch } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { expression, jsxCode } from '../../frame/jsx-code.ts';
import { always, choice, number, onOff, words } from '../../frame/knobs.ts';
import { Specimen } from '../../frame/specimen.tsx';
import { FieldSpecimen } from './field-specimen.tsx';

const STATUSES = ['running', 'idle', 'stopped', 'silent', 'inactive', 'never'];
const CHANNELS = ['screen', 'mail', 'message'];

export function ChoiceFields() {
  const { t } = useTranslation();
  const [status, setStatus] = useState<string | null>('idle');
  const [several, setSeveral] = useState(['idle', 'stopped']);
  const [channels, setChannels] = useState(['screen']);
  const [channel, setChannel] = useState('screen');
  const statuses = STATUSES.map((value) => ({ value, label: t(`status.${value}`) }));
  return (
    <>
      <FieldSpecimen
        id="select"
        component="Select"
        given={{ data: 'statuses' }}
        knobs={{ searchable: onOff(false), clearable: onOff(false) }}
      >
        {(props) => (
          <Select
            {...props}
            data={statuses}
            value={status}
            onChange={setStatus}
            nothingFoundMessage={t('form.nothing-found')}
            clearButtonProps={{ 'aria-label': t('forms.clear') }}
          />
        )}
      </FieldSpecimen>
      <FieldSpecimen
        id="multi-select"
        component="MultiSelect"
        given={{ data: 'statuses' }}
        knobs={{ searchable: always(onOff(true)), clearable: always(onOff(true)), maxValues: always(number(5, 1, 5)) }}
      >
        {(props) => (
          <MultiSelect
            {...props}
            data={statuses}
            value={several}
            onChange={setSeveral}
            nothingFoundMessage={t('form.nothing-found')}
            clearButtonProps={{ 'aria-label': t('forms.clear') }}
          />
        )}
      </FieldSpecimen>
      <FieldSpecimen
        id="checkboxes"
        component="Checkbox.Group"
        inside={CHANNELS.map((one) => jsxCode('Checkbox', { value: one, label: t(`forms.channel.${one}`) })).join('\n')}
      >
        {({ disabled, ...props }) => (
          <Checkbox.Group {...props} value={channels} onChange={setChannels}>
            <Group mt={6}>
              {CHANNELS.map((one) => (
                <Checkbox key={one} value={one} disabled={disabled} label={t(`forms.channel.${one}`)} />
              ))}
            </Group>
          </Checkbox.Group>
        )}
      </FieldSpecimen>
      <FieldSpecimen
        id="radios"
        component="Radio.Group"
        inside={CHANNELS.map((one) => jsxCode('Radio', { value: one, label: t(`forms.channel.${one}`) })).join('\n')}
      >
        {({ disabled, ...props }) => (
          <Radio.Group {...props} value={channel} onChange={setChannel}>
            <Group mt={6}>
              {CHANNELS.map((one) => (
                <Radio key={one} value={one} disabled={disabled} label={t(`forms.channel.${one}`)} />
              ))}
            </Group>
          </Radio.Group>
        )}
      </FieldSpecimen>
      <SwitchField />
    </>
  );
}

function SwitchField() {
  const { t } = useTranslation();
  const [on, setOn] = useState(true);
  const label = t('forms.switch.label');
  return (
    <Specimen
      id="switch"
      title={t('forms.switch.title')}
      text={t('forms.switch.text')}
      knobs={{
        description: words(''),
        error: words(''),
        labelPosition: choice(['left', 'right'], 'right'),
        disabled: onOff(false),
      }}
      code={(changed) =>
        jsxCode('Switch', {
          label,
          checked: expression('on'),
          onChange: expression('(event) => setOn(event.currentTarget.checked)'),
          ...changed,
        })
      }
    >
      {(knobs) => (
        <Switch {...knobs} label={label} checked={on} onChange={(event) => setOn(event.currentTarget.checked)} />
      )}
    </Specimen>
  );
}
