import type { LayoutProfile } from '@milepost/contract/layout-profile-operations';
import { Button, Group, Paper, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { refresh } from '../../../api/refresh.ts';
import { formatNumber } from '../../../text/format.ts';
import { deleteWithUndo } from '../../../ui/form/delete-with-undo.tsx';
import classes from './connect-device.module.css';
import { ProfileRow } from './profile-row.tsx';

interface Props {
  profiles: readonly LayoutProfile[];
  /** Opens the dialog for a profile, or for a new one; omitted if the role may not. */
  onEdit: ((profile: LayoutProfile | null) => void) | undefined;
}

/** The profiles of AIS-140 frames in vendors' layouts. */
export function LayoutPanel({ profiles, onEdit }: Props) {
  const { t } = useTranslation();
  const label = (key: string) => t(`settings.connect.layout.${key}`);
  return (
    <Paper withBorder radius="lg" component="section" aria-label={label('title')}>
      <Group p="sm" gap="sm" className={classes.tools}>
        <div className={classes['guard-title']}>
          <h2>{label('title')}</h2>
          <Text size="sm" c="dimmed">
            {label('text')}
          </Text>
        </div>
        {onEdit && (
          <Button variant="default" size="xs" ms="auto" onClick={() => onEdit(null)}>
            {label('new')}
          </Button>
        )}
      </Group>
      {profiles.length > 0 && (
        <ul className={classes.knocks}>
          {profiles.map((profile) => (
            <LayoutProfileRow key={profile.id} profile={profile} onEdit={onEdit && (() => onEdit(profile))} />
          ))}
        </ul>
      )}
    </Paper>
  );
}

function LayoutProfileRow({ profile, onEdit }: { profile: LayoutProfile; onEdit: (() => void) | undefined }) {
  const { t } = useTranslation();
  const { id, name, separator, kind, header, vendor, layout, frames, devices, faults, fault, last } = profile;
  const numbers = { frames: formatNumber(frames), devices: formatNumber(devices) };
  return (
    <ProfileRow
      name={name}
      rule={[header, vendor].filter((word) => word !== null).join(' · ')}
      counted={t('settings.connect.layout.counted', numbers)}
      lastAt={last?.at ?? null}
      faults={faults}
      fault={fault}
      onEdit={onEdit}
      onDelete={() =>
        deleteWithUndo(t, {
          name,
          consequence: t(`settings.connect.layout.${devices > 0 ? 'delete-used' : 'delete-unused'}`, numbers),
          remove: () => call('delete-layout-profile', { id }),
          restore: () => call('save-layout-profile', { name, separator, kind, header, vendor, layout }),
          onChanged: () => refresh('get-layout-profile-list'),
          onRemoved: () => undefined,
        })
      }
    />
  );
}
