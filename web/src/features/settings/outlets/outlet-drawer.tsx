import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/use-call.ts';
import { FOR_A_FORM } from '../../../ui/form/for-a-form.ts';
import { RecordDrawer } from '../../../ui/form/record-drawer.tsx';
import { useShownRecord } from '../../../ui/form/use-shown-record.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';

// Lazy-loaded together with its validation schemas and a map.
const OutletForm = lazyPart(() => import('./outlet-form.tsx'));

interface Props {
  opened: number | 'new' | null;
  onClose: () => void;
  /** Called when the open outlet was deleted. */
  onRemoved?: () => void;
}

/** The form of a new outlet, or of the open one. */
export function OutletDrawer({ opened, onClose, onRemoved }: Props) {
  const { t } = useTranslation();
  const id = typeof opened === 'number' ? opened : 0;
  const query = useCall('get-outlet-by-id', { id }, { ...FOR_A_FORM, enabled: id > 0 });
  const shown = useShownRecord(opened, query.data?.outlet);
  const isNew = shown.opened === 'new';
  return (
    <RecordDrawer
      title={isNew ? t('outlets.new') : (shown.record?.name ?? ' ')}
      opened={opened !== null}
      onClose={onClose}
      loading={!isNew && shown.record === undefined}
      error={id > 0 ? query.error : null}
      onRetry={() => void query.refetch()}
      size={560}
    >
      <Suspense>
        <OutletForm
          key={shown.opened}
          outlet={isNew ? undefined : shown.record}
          onClose={onClose}
          onRemoved={onRemoved}
        />
      </Suspense>
    </RecordDrawer>
  );
}
