import { Button, Radio, Stack, Textarea } from '@mantine/core';
import { DRIVER_SKIPS, type DriverSkip, MAX_NOTE_LENGTH } from '@milepost/contract/run-word-kinds';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnsaved } from '../../ui/dialog/use-unsaved.ts';
import { FormCancel } from '../../ui/form/form-cancel.tsx';

interface Props {
  onSkip: (why: { skip: DriverSkip; note: string | null }) => Promise<void>;
  onCancel: () => void;
}

/** The reason why a stop is not served. */
export function SkipForm({ onSkip, onCancel }: Props) {
  const { t } = useTranslation();
  const [skip, setSkip] = useState<DriverSkip | null>(null);
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  const [sent, setSent] = useState(false);
  useUnsaved(() => note !== '' && !sent);
  const noted = note.trim() === '' ? null : note.trim();
  const needsNote = skip === 'other' && noted === null;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (skip === null || needsNote) return;
        setSent(true);
        void onSkip({ skip, note: noted });
      }}
    >
      <Stack gap="sm">
        <Radio.Group
          label={t('drive.why')}
          value={skip}
          onChange={(value) => setSkip(DRIVER_SKIPS.find((one) => one === value) ?? null)}
          error={tried && skip === null ? t('fault.enter-reason') : null}
        >
          <Stack gap="md" mt="xs">
            {DRIVER_SKIPS.map((value) => (
              <Radio key={value} size="md" value={value} label={t(`drive.skips.${value}`)} />
            ))}
          </Stack>
        </Radio.Group>
        <Textarea
          label={t('drive.note')}
          autosize
          minRows={2}
          maxLength={MAX_NOTE_LENGTH}
          size="md"
          value={note}
          error={tried && needsNote ? t('fault.enter-reason') : null}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Button type="submit" size="lg">
          {t('drive.skip-now')}
        </Button>
        <FormCancel size="lg" variant="subtle" onCancel={onCancel} />
      </Stack>
    </form>
  );
}
