import { ActionIcon, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Tooltip } from '../../../ui/tooltip/tooltip.tsx';

/** A button that copies a value. `what` is its label for screen readers. */
export function CopyValue({ value, what }: { value: string; what: string }) {
  const { t } = useTranslation();
  return (
    <CopyButton value={value} timeout={1500}>
      {({ copied, copy }) => (
        <Tooltip text={copied ? t('settings.connect.copied') : t('settings.connect.copy', { what })}>
          <ActionIcon
            size={24}
            onClick={copy}
            aria-label={t('settings.connect.copy', { what })}
            color={copied ? 'green' : 'gray'}
          >
            {copied ? <IconCheck size={15} /> : <IconCopy size={15} stroke={1.6} />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  );
}
