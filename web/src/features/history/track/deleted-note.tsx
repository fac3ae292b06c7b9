import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../../api/call.ts';
import { formatDateTime } from '../../../text/format.ts';
import { Alert } from '../../../ui/alert/alert.tsx';

/** Says which positions of the range are gone, so that nobody takes a missing track for a vehicle that stood still. */
export default function DeletedNote({ deleted }: { deleted: NonNullable<CallOutput<'get-track'>['deleted']> }) {
  const { t } = useTranslation();
  const spans = deleted.map(({ from, to }) => `${formatDateTime(from)} – ${formatDateTime(to)}`).join('; ');
  return (
    <Alert type="info" dismissible={false} radius={0}>
      {t('history.deleted', { spans })}
    </Alert>
  );
}
