import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../api/use-call.ts';
import { RecordDrawer } from '../../ui/form/record-drawer.tsx';
import { useDrawerRecord } from '../../ui/form/use-drawer-record.ts';
import { lazyPart } from '../../ui/lazy-part.ts';

// Lazy-loaded together with its validation schemas.
const DriverForm = lazyPart(() => import('./driver-form.tsx'));

interface Props {
  opened: number | 'new' | null;
  onClose: () => void;
  /** Called when the open driver was deleted. */
  onRemoved?: () => void;
}

/** The form of a new driver, or of the open one. */
export function DriverDrawer({ opened, onClose, onRemoved }: Props) {
  const { t } = useTranslation();
  const { shown, isNew, drawer } = useDrawerRecord(
    opened,
    (id) => callQuery('get-driver-by-id', { id }),
    ({ driver }) => driver,
  );
  return (
    <RecordDrawer
      {...drawer}
      title={isNew ? t('driver-info.new') : (shown.record?.name ?? ' ')}
      onClose={onClose}
      size={560}
    >
      <Suspense>
        <DriverForm
          key={shown.opened}
          driver={isNew ? undefined : shown.record}
          onClose={onClose}
          onRemoved={onRemoved}
        />
      </Suspense>
    </RecordDrawer>
  );
}
