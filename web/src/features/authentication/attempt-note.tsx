import { useTranslation } from 'react-i18next';
import { Alert } from '../../ui/alert/alert.tsx';

/** The reason why the last attempt failed, or the time to wait before the next. */
export function AttemptNote({ failure, waitS }: { failure: string | null; waitS: number }) {
  const { t } = useTranslation();
  if (waitS > 0) {
    return <Alert dismissible={false}>{t('authentication.too-many', { seconds: waitS })}</Alert>;
  }
  if (failure === null) return null;
  return <Alert type="danger">{failure}</Alert>;
}
