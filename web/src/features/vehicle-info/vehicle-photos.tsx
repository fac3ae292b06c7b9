import { IconPhoto } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/setup.ts';
import { EmptyNote } from '../../ui/empty-note.tsx';
import { RecordFiles } from '../../ui/files/record-files.tsx';
import classes from './vehicle-page.module.css';

/** The photos and other files of a vehicle. */
export function VehiclePhotos({ id, registration }: { id: number; registration: string }) {
  const { t } = useTranslation();
  return (
    <RecordFiles
      kind="vehicle"
      id={id}
      mayEdit={useMay('vehicles', 'edit')}
      label={t('vehicle-page.photos.of', { registration })}
      addLabel={t('vehicle-page.photos.add')}
      empty={
        <div className={classes['empty']}>
          <EmptyNote
            icon={<IconPhoto size={40} stroke={1.4} color="var(--text-dim)" aria-hidden />}
            title={t('vehicle-page.photos.none')}
            text={t('vehicle-page.photos.none-text')}
          />
        </div>
      }
    />
  );
}
