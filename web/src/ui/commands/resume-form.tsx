import { commandOperations } from '@milepost/contract/command-operations';
import { Checkbox, PasswordInput, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { RecordForm } from '../form/record-form.tsx';
import { useRecordForm } from '../form/use-record-form.ts';
import { validateBy } from '../form/validate-by.ts';
import { refreshCommands } from '../../api/refresh-records.ts';

interface Props {
  vehicleId: number;
  takesSms: boolean;
  onDone: () => void;
}

const check = validateBy(commandOperations['resume-engine'].input);

/** Lets an engine start again, and asks for the reason and the person's password. */
export function ResumeForm({ vehicleId, takesSms, onDone }: Props) {
  const { t } = useTranslation();
  const record = useRecordForm<{ reason: string; password: string; bySms: boolean }, unknown>({
    initialValues: { reason: '', password: '', bySms: false },
    validate: (values) => check({ vehicleId, ...values }),
    save: (values) => call('resume-engine', { vehicleId, ...values }),
    onSaved() {
      refreshCommands();
      onDone();
    },
  });
  return (
    <RecordForm record={record} readOnly={false} saveLabel={t('commands.resume.do')} onCancel={onDone}>
      <Text size="sm">{t('commands.resume.text')}</Text>
      {takesSms && (
        <Checkbox
          {...record.form.getInputProps('bySms', { type: 'checkbox' })}
          label={t('commands.form.by-sms')}
          description={t('commands.form.by-sms-text')}
        />
      )}
      <TextInput
        {...record.form.getInputProps('reason')}
        label={t('commands.resume.reason')}
        required
        maxLength={300}
      />
      <PasswordInput
        {...record.form.getInputProps('password')}
        label={t('commands.resume.password')}
        required
        autoComplete="current-password"
        maxLength={200}
      />
    </RecordForm>
  );
}
