import { Button, Input, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { MAX_NOTE_LENGTH, MAX_UNITS, MAX_ENTRY_PHOTOS } from '@milepost/contract/run-word-kinds';
import { IconCamera, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnsaved } from '../../ui/dialog/use-unsaved.ts';
import { enteredNumber } from '../../ui/form/entered-number.ts';
import { MoneyField } from '../../ui/money/money-field.tsx';
import { SignatureField } from '../../ui/signature/signature-field.tsx';
import type { Strokes } from '../../ui/signature/signature-view.tsx';
import classes from './drive.module.css';
import { newEntry } from './new-entry.ts';
import { newKey } from '../../api/new-key.ts';
import { shrinkPhoto } from './shrink-photo.ts';
import type { NewWaiting } from './waiting.ts';
import { NumberInput } from '../../ui/form/number-input.tsx';
import { FormCancel } from '../../ui/form/form-cancel.tsx';

interface Props {
  runId: number;
  outletId: number;
  currency: string;
  onEntry: (words: readonly NewWaiting[]) => Promise<void>;
  onCancel: () => void;
}

const textOrNull = (text: string) => (text.trim() === '' ? null : text.trim());

/** The delivery at a stop: quantities, money, a signature and photos; all of it is optional. */
export function DoneForm({ runId, outletId, currency, onEntry, onCancel }: Props) {
  const { t } = useTranslation();
  const [delivered, setDelivered] = useState<number | null>(null);
  const [returned, setReturned] = useState<number | null>(null);
  const [collected, setCollected] = useState<number | null>(null);
  const [signedBy, setSignedBy] = useState('');
  const [signature, setSignature] = useState<Strokes>([]);
  const [note, setNote] = useState('');
  const [photos, setPhotos] = useState<readonly string[]>([]);
  const [photoFailed, setPhotoFailed] = useState(false);
  const [saving, setSaving] = useState(false);
  const isEmpty =
    [delivered, returned, collected].every((one) => one === null) &&
    [signedBy, signature, note, photos].every((one) => one.length === 0);
  useUnsaved(() => !isEmpty && !saving);
  const camera = useRef<HTMLInputElement>(null);

  async function take(files: readonly File[]) {
    setPhotoFailed(false);
    for (const file of files) {
      try {
        const photo = await shrinkPhoto(file);
        setPhotos((now) => [...now, photo].slice(0, MAX_ENTRY_PHOTOS));
      } catch {
        setPhotoFailed(true);
      }
    }
  }

  function save() {
    setSaving(true);
    const done = newEntry(runId, outletId, 'done', {
      delivered,
      returned,
      collected,
      note: textOrNull(note),
      signedBy: textOrNull(signedBy),
      signature: signature.length === 0 ? null : signature.map((stroke) => [...stroke]),
    });
    const of = { kind: 'photo' as const, runId, outletId, refused: null, wordKey: done.word.key };
    void onEntry([done, ...photos.map((photo) => ({ ...of, key: newKey(), photo }))]);
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Stack gap="sm">
        <SimpleGrid cols={2} spacing="sm">
          <Quantity label={t('drive.delivered')} value={delivered} onChange={setDelivered} />
          <Quantity label={t('drive.returned')} value={returned} onChange={setReturned} />
        </SimpleGrid>
        <MoneyField
          size="md"
          label={t('drive.collected')}
          currency={currency}
          value={collected}
          onChange={setCollected}
        />
        <TextInput
          label={t('drive.signed-by')}
          size="md"
          maxLength={100}
          value={signedBy}
          onChange={(event) => setSignedBy(event.currentTarget.value)}
        />
        <SignatureField label={t('drive.signature')} value={signature} onChange={setSignature} />
        <Input.Wrapper
          labelElement="div"
          label={t('drive.photos')}
          error={photoFailed ? t('drive.photo-failed') : null}
        >
          {photos.length > 0 && (
            <ul className={classes['photos']}>
              {photos.map((photo, index) => (
                <li key={index}>
                  <img src={`data:image/jpeg;base64,${photo}`} alt={t('drive.photo', { number: index + 1 })} />
                  <button
                    type="button"
                    aria-label={t('drive.remove-photo', { number: index + 1 })}
                    onClick={() => setPhotos(photos.filter((_photo, at) => at !== index))}
                  >
                    <IconX size={18} aria-hidden />
                  </button>
                </li>
              ))}
            </ul>
          )}
          <Button
            fullWidth
            mt={4}
            size="lg"
            variant="default"
            disabled={photos.length >= MAX_ENTRY_PHOTOS}
            leftSection={<IconCamera size={22} aria-hidden />}
            onClick={() => camera.current?.click()}
          >
            {t('drive.take-photo')}
          </Button>
          <input
            ref={camera}
            type="file"
            accept="image/*"
            capture="environment"
            hidden
            onChange={({ currentTarget }) => {
              void take([...(currentTarget.files ?? [])]);
              // So that choosing the same photo again fires a change event too.
              currentTarget.value = '';
            }}
          />
        </Input.Wrapper>
        <Textarea
          label={t('drive.note')}
          autosize
          minRows={2}
          size="md"
          maxLength={MAX_NOTE_LENGTH}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Text size="sm" c="dimmed">
          {t('drive.all-optional')}
        </Text>
        <Button type="submit" size="lg" loading={saving}>
          {t('drive.done-now')}
        </Button>
        <FormCancel size="lg" variant="subtle" onCancel={onCancel} />
      </Stack>
    </form>
  );
}

interface QuantityProps {
  label: string;
  value: number | null;
  onChange: (value: number | null) => void;
}

function Quantity({ label, value, onChange }: QuantityProps) {
  return (
    <NumberInput
      label={label}
      size="md"
      min={0}
      max={MAX_UNITS}
      decimals={3}
      value={value ?? ''}
      onChange={(entered) => onChange(enteredNumber(entered))}
    />
  );
}
