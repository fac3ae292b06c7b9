import type { AlarmChannels } from '@milepost/contract/alarm-rule-operations';
import { Chip, Group, MultiSelect, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Choices } from './rule-sentence.tsx';
import classes from './sentence.module.css';
import { labelledOptions } from '../../../ui/rest-option.ts';

interface Props {
  channels: AlarmChannels;
  onChange: (channels: AlarmChannels) => void;
  choices: Choices | undefined;
  error: ReactNode;
}

const CHANNELS = ['bell', 'push', 'mail'] as const;
/** The value of the option for everybody who may see alarms; ids are positive. */
const EVERYONE = 0;

/** The recipients of the rule, and the channels; with a note about people whom a channel does not reach. */
export function RecipientsLine({ channels, onChange, choices, error }: Props) {
  const { t } = useTranslation();
  const people = choices?.people ?? [];
  const { userIds, everyone } = channels;
  const recipients = everyone ? people : people.filter(({ id }) => userIds.includes(id));
  const missing = [
    ...(channels.mail
      ? recipients.filter((one) => !one.mail).map(({ name }) => t('alarm-rules.no-mail', { name }))
      : []),
    ...(channels.push
      ? recipients.filter((one) => one.browsers === 0).map(({ name }) => t('alarm-rules.no-browser', { name }))
      : []),
    ...(channels.mail && choices?.mailConfigured === false ? [t('alarm-rules.no-mail-server')] : []),
  ];
  return (
    <div className={classes['line']}>
      <span className={classes['word']}>{t('alarm-rules.tell')}</span>
      <MultiSelect
        aria-label={t('alarm-rules.people')}
        placeholder={userIds.length === 0 && !everyone ? t('alarm-rules.nobody') : ''}
        searchable
        hidePickedOptions
        flex={1}
        miw={{ base: '100%', sm: 320 }}
        data={[
          { value: EVERYONE, label: t('alarm-rules.everyone') },
          ...labelledOptions(t, people, choices?.peopleTotal),
        ]}
        value={[...(everyone ? [EVERYONE] : []), ...(choices ? userIds : [])]}
        onChange={(ids) =>
          onChange({ ...channels, everyone: ids.includes(EVERYONE), userIds: ids.filter((id) => id !== EVERYONE) })
        }
        error={error}
      />
      <Group gap={4} pt={2} role="group" aria-label={t('alarm-rules.how')}>
        {CHANNELS.map((channel) => (
          <Chip
            key={channel}
            size="sm"
            checked={channels[channel]}
            onChange={(on) => onChange({ ...channels, [channel]: on })}
          >
            {t(`alarm-rules.channel.${channel}`)}
          </Chip>
        ))}
      </Group>
      {missing.length > 0 && (
        <Text size="sm" c="dimmed" className={classes['indent']}>
          {missing.slice(0, 4).join(' ')}
        </Text>
      )}
    </div>
  );
}
