import type { Route } from '@milepost/contract/route-plan-operations';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../api/use-call.ts';
import { RecordDrawer } from '../../../ui/form/record-drawer.tsx';
import { useDrawerRecord } from '../../../ui/form/use-drawer-record.ts';
import { RouteForm } from './route-form.tsx';

interface Props {
  opened: number | 'new' | null;
  /** Called with the id of the saved route. */
  onClose: (saved?: number) => void;
  onRemoved?: () => void;
}

/** The form of a new route, or of the open one: its name, colour and note. */
export function RouteDrawer({ opened, onClose, onRemoved }: Props) {
  const { t } = useTranslation();
  const { shown, isNew, drawer } = useDrawerRecord<{ route: Route }, Route>(
    opened,
    (id) => callQuery('get-route-by-id', { id }),
    ({ route }) => route,
  );
  return (
    <RecordDrawer {...drawer} title={isNew ? t('routes.new') : (shown.record?.name ?? ' ')} onClose={() => onClose()}>
      <RouteForm
        key={shown.opened}
        route={isNew ? undefined : shown.record}
        onClose={onClose}
        onRemoved={onRemoved ?? (() => onClose())}
      />
    </RecordDrawer>
  );
}
