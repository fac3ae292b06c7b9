import { useTranslation } from 'react-i18next';
import { Alert } from './alert/alert.tsx';

/** Tells before a link is made that it would lead nowhere, and what to do about it. */
export function NoLinkBase() {
  const { t } = useTranslation();
  return (
    <Alert type="danger" dismissible={false}>
      {t('share.no-base')}
    </Alert>
  );
}
