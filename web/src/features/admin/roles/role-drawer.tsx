import type { Grant, Role } from '@milepost/contract/admin-routes';
import type { RoleLimitChoices } from '@milepost/contract/vehicle-limit';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/use-call.ts';
import { RecordDrawer } from '../../../ui/form/record-drawer.tsx';
import { useShownRecord } from '../../../ui/form/use-shown-record.ts';
import { RoleForm } from './role-form.tsx';

interface Props {
  opened: number | 'new' | null;
  onClose: () => void;
}

interface RoleAndGrants extends RoleLimitChoices {
  /** Left out for a new one. */
  role?: Role;
  grants: Grant[];
}

/** The form of a new role, or of the one that is open. */
export function RoleDrawer({ opened, onClose }: Props) {
  const { t } = useTranslation();
  const id = typeof opened === 'number' ? opened : 0;
  const still = { gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false } as const;
  const role = useCall('get-role-by-id', { id }, { ...still, enabled: id > 0 });
  const menu = useCall('get-role-menu', {}, { ...still, enabled: opened === 'new' });
  const query = opened === 'new' ? menu : role;
  const shown = useShownRecord<RoleAndGrants>(opened, query.data);
  return (
    <RecordDrawer
      title={shown.opened === 'new' ? t('admin.roles.new') : (shown.record?.role?.name ?? ' ')}
      opened={opened !== null}
      onClose={onClose}
      loading={shown.record === undefined}
      error={opened === null ? null : query.error}
      onRetry={() => void query.refetch()}
      size={720}
    >
      {shown.record && (
        <RoleForm
          key={shown.opened}
          role={shown.record.role}
          grants={shown.record.grants}
          choices={shown.record}
          onClose={onClose}
        />
      )}
    </RecordDrawer>
  );
}
