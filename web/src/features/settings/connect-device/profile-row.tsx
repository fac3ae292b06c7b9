import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../text/format.ts';
import { isolate } from '../../../text/isolate.ts';
import { visible } from '../../../text/visible.ts';
import { Ago } from '../../../ui/ago.tsx';
import classes from './connect-device.module.css';
import own from './profiles.module.css';

interface Props {
  name: string;
  /** The scope of the profile. */
  rule: string;
  /** The number of frames decoded with it. */
  counted: string;
  lastAt: string | null;
  faults: number;
  fault: string | null;
  /** Omitted if the role does not permit it. */
  onEdit: (() => void) | undefined;
  onDelete: () => void;
}

/** A profile for decoding devices' data, with its success and errors. */
export function ProfileRow({ name, rule, counted, lastAt, faults, fault, onEdit, onDelete }: Props) {
  const { t } = useTranslation();
  return (
    <li className={classes.guard}>
      <span className={own.names}>
        <strong>{name}</strong> <span className="mono">{rule}</span>
      </span>
      <Text size="sm" component="div">
        {counted}
        {lastAt !== null && (
          <>
            {' · '}
            <Ago at={lastAt} />
          </>
        )}
        {faults > 0 && (
          <Text span inherit c="var(--danger)" display="block">
            {t('settings.connect.profile.unreadable', {
              number: formatNumber(faults),
              fault: isolate(visible(fault ?? '')),
            })}
          </Text>
        )}
      </Text>
      {onEdit && (
        <Group gap={8} wrap="nowrap">
          <Button
            size="xs"
            variant="default"
            onClick={onEdit}
            aria-label={t('settings.connect.profile.edit-name', { name })}
          >
            {t('settings.connect.profile.edit')}
          </Button>
          <Button
            size="xs"
            variant="subtle"
            color="red"
            onClick={onDelete}
            aria-label={t('settings.connect.profile.delete-name', { name })}
          >
            {t('form.delete')}
          </Button>
        </Group>
      )}
    </li>
  );
}
