import { useTranslation } from 'react-i18next';
import { Alert } from '../../ui/alert/alert.tsx';

/** Why the last attempt failed, or how long to wait for the next. */
export function AttemptNote({ failure, waitS }: { failure: string | null; waitS: number }) {
  const { t } = useTranslation();
  if (waitS > 0) {
    return <Alert dismissible={false}>{t('authentication.too-many', { seconds: waitS })}</Alert>;
  }
  if (failure === null) return null;
  return <Alert type="danger">{failure}</Alert>;
}
