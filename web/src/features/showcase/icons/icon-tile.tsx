import { CopyButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './icons-page.module.css';
import { HiddenText } from '../../../ui/hidden-text/hidden-text.tsx';

interface Props {
  name: string;
  /** The code to copy. */
  code: string;
  note?: string;
  children: ReactNode;
}

/** An icon with its name; a click copies the code that shows it. */
export function IconTile({ name, code, note, children }: Props) {
  const { t } = useTranslation();
  return (
    <CopyButton value={code} timeout={1500}>
      {({ copied, copy }) => (
        <button type="button" className={classes['tile']} onClick={copy} title={name}>
          {children}
          <span className={classes['name']} role={copied ? 'status' : undefined}>
            {copied ? t('showcase.copied') : name.replace(/^Icon/, '')}
          </span>
          {note !== undefined && <small>{note}</small>}
          <HiddenText>{t('icons.copy')}</HiddenText>
        </button>
      )}
    </CopyButton>
  );
}
