import { Avatar, Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { IconCamera, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { initials } from '../../../ui/initials.ts';
import { CropDialog } from './crop-dialog.tsx';
import classes from './profile.module.css';

interface Props {
  name: string;
  /** A data URL; null for none. */
  value: string | null;
  onChange: (photo: string | null) => void;
}

/** The photo, which the browser crops and shrinks before it is sent. */
export function PhotoField({ name, value, onChange }: Props) {
  const { t } = useTranslation();
  const [url, setUrl] = useState<string | null>(null);
  const [unreadable, setUnreadable] = useState(false);
  function close() {
    if (url !== null) URL.revokeObjectURL(url);
    setUrl(null);
  }
  return (
    <div className={classes['photo']}>
      <Avatar size={72} color="accent" src={value} alt="">
        {initials(name)}
      </Avatar>
      <Stack gap={6}>
        <Group gap="xs">
          <FileButton
            accept="image/*"
            onChange={(chosen) => {
              setUnreadable(false);
              if (chosen) setUrl(URL.createObjectURL(chosen));
            }}
          >
            {(props) => (
              <Button {...props} variant="default" size="xs" leftSection={<IconCamera size={16} aria-hidden />}>
                {t('profile.choose-photo')}
              </Button>
            )}
          </FileButton>
          {value !== null && (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => onChange(null)}
            >
              {t('profile.remove-photo')}
            </Button>
          )}
        </Group>
        {unreadable && (
          <Text size="sm" c="var(--danger)" role="alert">
            {t('profile.photo-unreadable')}
          </Text>
        )}
      </Stack>
      {url !== null && (
        <CropDialog
          url={url}
          onClose={close}
          onUnreadable={() => {
            setUnreadable(true);
            close();
          }}
          onChoose={(photo) => {
            onChange(photo);
            close();
          }}
        />
      )}
    </div>
  );
}
