import { INTERVAL_S, RULE_KINDS } from '@milepost/contract/command-kinds';
import type { DeviceRequest } from '@milepost/contract/command-operations';
import { Select, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../api/setup.ts';
import classes from './sentence.module.css';
import { NumberInput } from '../../../ui/form/number-input.tsx';

interface Props {
  command: DeviceRequest | null;
  onChange: (command: DeviceRequest | null) => void;
  error: ReactNode;
}

/** The initial interval, seconds: the shortest that devices support, since something has happened. */
const FIRST_INTERVAL_S = INTERVAL_S.least;
const NO_COMMAND = 'nothing';

/**
 * The command that the rule sends to a vehicle's device. People who may not send commands see it only if there is one.
 */
export function RuleCommandLine({ command, onChange, error }: Props) {
  const { t } = useTranslation();
  const mayCommand = useMay('commands', 'create');
  if (!mayCommand && command === null) return null;
  return (
    <div className={classes['line']}>
      <span className={classes['word']}>{t('alarm-rules.ask')}</span>
      <Select
        aria-label={t('alarm-rules.ask-what')}
        w={210}
        allowDeselect={false}
        data={[
          { value: NO_COMMAND, label: t('alarm-rules.ask-nothing') },
          ...RULE_KINDS.map((kind) => ({
            value: kind as string,
            label: t(`commands.kind.${kind}`),
            disabled: !mayCommand,
          })),
        ]}
        value={command?.kind ?? NO_COMMAND}
        onChange={(value) => {
          const kind = RULE_KINDS.find((one) => one === value);
          onChange(kind ? { kind, seconds: kind === 'interval' ? FIRST_INTERVAL_S : null } : null);
        }}
      />
      {command?.kind === 'interval' && (
        <span className={classes['pair']}>
          <NumberInput
            aria-label={t('commands.kind.interval')}
            w={72}
            decimals={0}
            value={command.seconds ?? ''}
            error={error}
            onChange={(value) => onChange({ ...command, seconds: typeof value === 'number' ? value : null })}
          />
          <span className={classes['small']}>{t('alarm-rules.ask-seconds')}</span>
        </span>
      )}
      {command !== null && (
        <Text size="sm" c="dimmed" className={classes['indent']}>
          {t('alarm-rules.ask-text')}
        </Text>
      )}
    </div>
  );
}
