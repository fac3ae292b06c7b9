import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLeave } from '../dialog/use-unsaved.ts';

interface Props extends ButtonProps {
  onCancel: () => void;
  /** The label, if it is not "Cancel". */
  children?: ReactNode;
}

/** Leaves a form without saving it, in a dialog or on a page; asks first if it has unsaved input. */
export function FormCancel({ onCancel, children, ...props }: Props) {
  const { t } = useTranslation();
  const leave = useLeave();
  return (
    <Button variant="default" {...props} onClick={() => leave(onCancel)}>
      {children ?? t('form.cancel')}
    </Button>
  );
}
