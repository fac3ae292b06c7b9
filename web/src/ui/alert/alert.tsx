import { Alert as MantineAlert } from '@mantine/core';
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

const TYPES = {
  success: { color: 'green', Icon: IconCircleCheck },
  info: { color: 'accent', Icon: IconInfoCircle },
  warning: { color: 'orange', Icon: IconAlertTriangle },
  danger: { color: 'red', Icon: IconAlertCircle },
} as const;

export type AlertType = keyof typeof TYPES;
export const ALERT_TYPES: readonly AlertType[] = ['success', 'info', 'warning', 'danger'];

/** Specification, section 9. */
export const ALERT_DEFAULTS = { type: 'warning', dismissible: true } as const;

interface Props {
  type?: AlertType;
  /** Can be closed; then it is gone for good. */
  dismissible?: boolean;
  title?: string;
  onClose?: () => void;
  children: ReactNode;
}

/** Something that the person should know, in the page where it matters. */
export function Alert(props: Props) {
  const { type = ALERT_DEFAULTS.type, dismissible = ALERT_DEFAULTS.dismissible, title, onClose, children } = props;
  const { t } = useTranslation();
  const [closed, setClosed] = useState(false);
  const { color, Icon } = TYPES[type];
  if (closed) return null;
  return (
    <MantineAlert
      color={color}
      icon={<Icon aria-hidden />}
      title={title}
      withCloseButton={dismissible}
      closeButtonLabel={t('widget.dismiss')}
      onClose={() => {
        setClosed(true);
        onClose?.();
      }}
    >
      {children}
    </MantineAlert>
  );
}
