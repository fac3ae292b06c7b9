import type { Driver } from '@milepost/contract/driver-routes';
import { IconPhoto } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/setup.ts';
import { EmptyNote } from '../../ui/empty-note.tsx';
import { RecordFiles } from '../../ui/files/record-files.tsx';

/** The photos and other files of a driver. */
export function DriverFiles({ driver: { id, name } }: { driver: Pick<Driver, 'id' | 'name'> }) {
  const { t } = useTranslation();
  return (
    <RecordFiles
      kind="driver"
      id={id}
      mayEdit={useMay('drivers', 'edit')}
      label={t('driver-info.files.of', { name })}
      addLabel={t('driver-info.files.add')}
      empty={
        <EmptyNote
          icon={<IconPhoto size={40} stroke={1.4} color="var(--text-dim)" aria-hidden />}
          title={t('driver-info.files.none')}
          text={t('driver-info.files.none-text')}
        />
      }
    />
  );
}
