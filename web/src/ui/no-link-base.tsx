import { useTranslation } from 'react-i18next';
import { Alert } from './alert/alert.tsx';

/** Warns, before a link is made, that it would lead nowhere, and explains the remedy. */
export function NoLinkBase() {
  const { t } = useTranslation();
  return (
    <Alert type="danger" dismissible={false}>
      {t('share.no-base')}
    </Alert>
  );
}
