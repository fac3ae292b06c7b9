import { ActionIcon, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Tooltip } from '../../../ui/tooltip/tooltip.tsx';
import classes from './specimen.module.css';

/** Code to copy. `what` is its label for screen readers. */
export function CodeBlock({ code, what }: { code: string; what: string }) {
  const { t } = useTranslation();
  const label = t('showcase.copy', { what });
  return (
    <div className={classes['code']}>
      {/* Focusable by keyboard, because it can require scrolling sideways. */}
      <pre dir="ltr" tabIndex={0} role="region" aria-label={t('showcase.code-of', { what })}>
        <code>{code}</code>
      </pre>
      <CopyButton value={code} timeout={1500}>
        {({ copied, copy }) => (
          <Tooltip text={copied ? t('showcase.copied') : label}>
            <ActionIcon size={28} onClick={copy} aria-label={label} color={copied ? 'green' : 'gray'}>
              {copied ? <IconCheck size={16} /> : <IconCopy size={16} stroke={1.6} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </div>
  );
}
