import { Anchor, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../../api/call.ts';
import { useCall } from '../../../api/use-call.ts';
import { notify, notifyError } from '../../../ui/toast/notify.ts';
import { refreshSensors } from './sensor-choices.ts';

interface Props {
  vehicleId: number;
  profile: { id: number; name: string } | null;
  mayEdit: boolean;
}

/** The profile whose sensors the vehicle has besides its own. */
export function VehicleProfile({ vehicleId, profile, mayEdit }: Props) {
  const { t } = useTranslation();
  const { data } = useCall('get-sensor-profile-list', {}, { enabled: mayEdit });
  if (!mayEdit) return profile && <span>{profile.name}</span>;
  const known = data?.rows ?? [];
  const options = profile && !known.some(({ id }) => id === profile.id) ? [profile, ...known] : known;
  const apply = async (profileId: number | null) => {
    try {
      await call('apply-sensor-profile', { profileId, vehicleIds: [vehicleId], past: true });
      refreshSensors();
      notify(t('sensors.profile.applied'));
    } catch (error) {
      notifyError(t, error);
    }
  };
  return options.length === 0 ? (
    <Anchor component={Link} size="sm" to="/vehicle-info/sensor-profiles">
      {t('sensors.profile.title')}
    </Anchor>
  ) : (
    <Select
      aria-label={t('sensors.profile.one')}
      placeholder={t('sensors.profile.choose')}
      size="xs"
      w={170}
      clearable
      data={options.map(({ id, name }) => ({ value: id, label: name }))}
      value={profile?.id ?? null}
      onChange={(profileId) => void apply(profileId)}
    />
  );
}
