import { profileOperations, type Profile, UNIT_SYSTEMS } from '@milepost/contract/profile-operations';
import { Button, Group, PasswordInput, SegmentedControl, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isLanguage, LANGUAGES, traitsOf } from '@milepost/contract/languages';
import { call } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import { setupQuery, useMay } from '../../../api/setup.ts';
import { callKey } from '../../../api/use-call.ts';
import { formatOf, applyFormat } from '../../../api/language.ts';
import { notifyOtherWindows } from '../../../api/other-windows.ts';
import { timeZones } from '../../../text/time-zones.ts';
import { zoneText } from '../../../text/zone-text.ts';
import { Alert } from '../../../ui/alert/alert.tsx';
import { MeanwhileNote } from '../../../ui/form/meanwhile-note.tsx';
import { useRecordForm } from '../../../ui/form/use-record-form.ts';
import { useVersion } from '../../../ui/form/use-version.ts';
import { notify } from '../../../ui/toast/notify.ts';
import { Card } from './card.tsx';
import { PhotoField } from './photo-field.tsx';
import { validateBy } from '../../../ui/form/validate-by.ts';

interface Props {
  profile: Profile;
  onSaved: () => void;
}

const validate = validateBy(profileOperations['update-profile'].input);

const LABELS: Readonly<Record<string, string>> = {
  displayName: 'name',
  photo: 'choose-photo',
  timeZone: 'time-zone',
  notifications: 'bell',
  reminderBell: 'reminder-bell',
  reminderMail: 'reminder-mail',
};

const valuesOf = (profile: Profile) => ({
  displayName: profile.displayName,
  email: profile.email ?? '',
  phone: profile.phone ?? '',
  photo: profile.photo,
  language: profile.language,
  timeZone: profile.timeZone,
  units: profile.units,
  notifications: profile.notifications,
  reminderBell: profile.reminderBell,
  reminderMail: profile.reminderMail,
  password: '',
});

/** The person's own data, and formats of times and distances. */
export function ProfileForm({ profile, onSaved }: Props) {
  const { t } = useTranslation();
  const label = (key: string) => t(`profile.${key}`);
  const version = useVersion(profile, async () => (await call('get-profile', {})).profile, valuesOf);
  const record = useRecordForm({
    initialValues: valuesOf(profile),
    validate,
    save: (values) => call('update-profile', { ...values, version: version.sent()?.version }),
    readAgain: version.readAgain,
    onSaved({ profile: saved }) {
      void queryClient.invalidateQueries(setupQuery);
      void queryClient.invalidateQueries({ queryKey: ['get-notification-show-permission'] });
      void applyFormat(formatOf(saved)).then(() => notify(label('saved')));
      notifyOtherWindows();
      // The form restarts with the saved values, not with those loaded before.
      queryClient.setQueryData(callKey('get-profile', {}), (held: object | undefined) => ({ ...held, profile: saved }));
      onSaved();
    },
  });
  const { form } = record;
  function wordOf(field: string, value: unknown): string | null | undefined {
    if (field === 'photo') return null;
    if (field === 'units') return label(`unit.${String(value)}`);
    return field === 'language' && typeof value === 'string' && isLanguage(value) ? traitsOf(value).name : undefined;
  }
  const seesDocuments = useMay('media', 'view');
  const automatic = t('profile.time-zone-of-organisation', { zone: zoneText(profile.organisationTimeZone) });
  // A link to choose a new password is sent to that address.
  const moved = form.values.email !== '' && form.values.email.toLowerCase() !== profile.email?.toLowerCase();
  return (
    <form onSubmit={record.submit} noValidate>
      <Card title={label('own-data')}>
        {record.failure !== null && <Alert type="danger">{record.failure}</Alert>}
        {record.meanwhile && (
          <MeanwhileNote
            key={record.meanwhile.nth}
            meanwhile={record.meanwhile}
            words={{ label: (field) => label(LABELS[field] ?? field), value: wordOf }}
          />
        )}
        <PhotoField
          name={profile.displayName}
          value={form.values.photo}
          onChange={(photo) => form.setFieldValue('photo', photo)}
        />
        <Text size="sm" c="dimmed">
          {t('profile.who', { username: profile.username, role: profile.roleName, organisation: profile.organisation })}
        </Text>
        <TextInput {...form.getInputProps('displayName')} label={label('name')} withAsterisk maxLength={80} />
        <TextInput
          {...form.getInputProps('email')}
          label={label('email')}
          description={label('email-hint')}
          type="email"
          autoComplete="email"
          maxLength={200}
        />
        {moved && (
          <PasswordInput
            {...form.getInputProps('password')}
            label={label('current-password')}
            autoComplete="current-password"
            withAsterisk
            visibilityToggleButtonProps={{ 'aria-label': t('authentication.show-password') }}
          />
        )}
        <TextInput
          {...form.getInputProps('phone')}
          label={label('phone')}
          type="tel"
          autoComplete="tel"
          maxLength={30}
        />
        <Select
          label={label('language')}
          allowDeselect={false}
          data={LANGUAGES.map((language) => ({ value: language as string, label: traitsOf(language).name }))}
          value={form.values.language}
          onChange={(name) => name !== null && isLanguage(name) && form.setFieldValue('language', name)}
        />
        <Select
          {...form.getInputProps('timeZone')}
          label={label('time-zone')}
          description={label('time-zone-hint')}
          allowDeselect={false}
          searchable
          limit={60}
          nothingFoundMessage={t('form.nothing-found')}
          data={[{ value: '', label: automatic }, ...timeZones(profile.timeZone)]}
        />
        <Stack gap={4}>
          <Text size="sm" fw={500} id="profile-units">
            {label('units')}
          </Text>
          <SegmentedControl
            aria-labelledby="profile-units"
            value={form.values.units}
            onChange={(units) => form.setFieldValue('units', units)}
            data={UNIT_SYSTEMS.map((units) => ({ value: units, label: label(`unit.${units}`) }))}
          />
        </Stack>
        <Switch
          checked={form.values.notifications}
          onChange={(event) => form.setFieldValue('notifications', event.currentTarget.checked)}
          label={label('bell')}
          description={label('bell-hint')}
        />
        {seesDocuments && (
          <>
            <Switch
              {...form.getInputProps('reminderBell', { type: 'checkbox' })}
              disabled={!form.values.notifications}
              label={label('reminder-bell')}
              description={label('reminder-bell-hint')}
            />
            <Switch
              {...form.getInputProps('reminderMail', { type: 'checkbox' })}
              disabled={!form.values.notifications}
              label={label('reminder-mail')}
              description={label('reminder-mail-hint')}
            />
          </>
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={record.saving} disabled={!form.isDirty()}>
            {t('form.save')}
          </Button>
        </Group>
      </Card>
    </form>
  );
}
