import { CloseButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useHideAfter } from '../timing/use-hide-after.ts';
import classes from './toast.module.css';

/** Specification, section 9. */
export const TOAST_DEFAULTS = { delayMs: 500, autohide: true } as const;

interface Props {
  title?: string;
  /** How long it stays before it asks to be hidden, in milliseconds. */
  delayMs?: number;
  /** Hides by itself; otherwise only by its button. */
  autohide?: boolean;
  /** Called when it is to be hidden: by its time or by its button. */
  onHide: () => void;
  children: ReactNode;
}

/** A short message in its own frame; its owner decides where it stands and takes it away. */
export function Toast(props: Props) {
  const { title, delayMs = TOAST_DEFAULTS.delayMs, autohide = TOAST_DEFAULTS.autohide, onHide, children } = props;
  const { t } = useTranslation();
  const { hold } = useHideAfter(delayMs, autohide, onHide);
  return (
    <div role="status" className={classes.toast} {...hold}>
      <div className={classes.text}>
        {title !== undefined && title !== '' && <strong>{title}</strong>}
        <div>{children}</div>
      </div>
      <CloseButton size="sm" aria-label={t('widget.dismiss')} onClick={onHide} />
    </div>
  );
}
