import { Checkbox, Group, MultiSelect, Radio, Select, Switch } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { choice, number, onOff } from '../../showcase/knobs.ts';
import { FieldSpecimen } from './field-specimen.tsx';

const STATUSES = ['running', 'idle', 'stopped', 'inactive', 'never'];
const CHANNELS = ['screen', 'mail', 'message'];

export function ChoiceFields() {
  const { t } = useTranslation();
  const [status, setStatus] = useState<string | null>('idle');
  const [several, setSeveral] = useState(['idle', 'stopped']);
  const [channels, setChannels] = useState(['screen']);
  const [channel, setChannel] = useState('screen');
  const [on, setOn] = useState(true);
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
        knobs={{ searchable: onOff(true), clearable: onOff(true), maxValues: number(5, 1, 5) }}
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
      <FieldSpecimen id="checkboxes" component="Checkbox.Group">
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
      <FieldSpecimen id="radios" component="Radio.Group">
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
      <FieldSpecimen id="switch" component="Switch" knobs={{ labelPosition: choice(['left', 'right'], 'right') }}>
        {({ withAsterisk: _required, ...props }) => (
          <Switch {...props} checked={on} onChange={(event) => setOn(event.currentTarget.checked)} />
        )}
      </FieldSpecimen>
    </>
  );
}
