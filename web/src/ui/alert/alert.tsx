import { Alert as MantineAlert, type AlertProps } from '@mantine/core';
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

const TYPES = {
  success: { color: 'green', Icon: IconCircleCheck },
  info: { color: 'accent', Icon: IconInfoCircle },
  warning: { color: 'orange', Icon: IconAlertTriangle },
  danger: { color: 'red', Icon: IconAlertCircle },
  secondary: { color: 'gray', Icon: IconInfoCircle },
} as const;

export type AlertType = keyof typeof TYPES;
export const ALERT_TYPES: readonly AlertType[] = ['success', 'info', 'warning', 'danger', 'secondary'];

/** Specification, section 9. */
export const ALERT_DEFAULTS = { type: 'warning', dismissible: true } as const;

interface Props extends Omit<AlertProps, 'color' | 'withCloseButton' | 'closeButtonLabel'> {
  type?: AlertType;
  /** True if it can be closed; it then stays closed until its content changes. */
  dismissible?: boolean;
}

/** An important message, at the place in the page to which it belongs. */
export function Alert(props: Props) {
  const { type = ALERT_DEFAULTS.type, dismissible = ALERT_DEFAULTS.dismissible, onClose, ...rest } = props;
  const { t } = useTranslation();
  const { color, Icon } = TYPES[type];
  const message = typeof rest.children === 'string' ? rest.children : '';
  const [closed, setClosed] = useState<string | null>(null);
  if (closed === message) return null;
  return (
    <MantineAlert
      icon={<Icon aria-hidden />}
      {...rest}
      color={color}
      withCloseButton={dismissible}
      closeButtonLabel={t('app.dismiss')}
      onClose={() => {
        setClosed(message);
        onClose?.();
      }}
    />
  );
}
