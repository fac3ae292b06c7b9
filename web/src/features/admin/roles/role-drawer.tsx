import type { Grant, Role } from '@milepost/contract/admin-operations';
import type { RoleLimitChoices } from '@milepost/contract/vehicle-limit';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/use-call.ts';
import { FOR_A_FORM } from '../../../ui/form/for-a-form.ts';
import { RecordDrawer } from '../../../ui/form/record-drawer.tsx';
import { useShownRecord } from '../../../ui/form/use-shown-record.ts';
import { RoleForm } from './role-form.tsx';

interface Props {
  opened: number | 'new' | null;
  onClose: () => void;
}

interface RoleAndGrants extends RoleLimitChoices {
  /** Omitted for a new role. */
  role?: Role;
  grants: Grant[];
}

/** The form of a new role, or of the open one. */
export function RoleDrawer({ opened, onClose }: Props) {
  const { t } = useTranslation();
  const id = typeof opened === 'number' ? opened : 0;
  const role = useCall('get-role-by-id', { id }, { ...FOR_A_FORM, enabled: id > 0 });
  const menu = useCall('get-role-menu', {}, { ...FOR_A_FORM, enabled: opened === 'new' });
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
