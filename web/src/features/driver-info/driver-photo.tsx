import type { Driver } from '@milepost/contract/driver-routes';
import { thumbPath } from '../../api/file-addresses.ts';
import { Avatar } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/use-call.ts';

const SIZE = 48;

/** The newest picture among the driver's files; hidden if there is none. */
export function DriverPhoto({ driver: { id, name } }: { driver: Pick<Driver, 'id' | 'name'> }) {
  const { t } = useTranslation();
  const { data } = useCall('get-file-list', { recordKind: 'driver', recordId: id });
  const photo = data?.rows.find(({ kind }) => kind === 'picture');
  if (!photo) return null;
  return <Avatar src={thumbPath(photo.id)} alt={t('driver-info.files.photo', { name })} size={SIZE} radius="xl" />;
}
