import { Button, FileButton, Group, Image, Input, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { refresh } from '../../../api/refresh.ts';
import { useCall } from '../../../api/use-call.ts';
import { notify, notifyError } from '../../../ui/toast/notify.ts';
import { notifyWithUndo } from '../../../ui/toast/notify-with-undo.tsx';

interface Props {
  organisationId: number;
  readOnly: boolean;
}

/** The logo on the files of reports. It is stored immediately, separately from the surrounding form. */
export default function LogoField({ organisationId: id, readOnly }: Props) {
  const { t } = useTranslation();
  const { data } = useCall('get-organisation-logo', { id });
  const logo = data?.logo ?? null;
  const put = useMutation({
    mutationFn: async (picture: File | string) =>
      call('save-organisation-logo', { id, picture: typeof picture === 'string' ? picture : await dataUrlOf(picture) }),
    onSuccess() {
      refresh('get-organisation-logo');
      notify(t('organisation-settings.logo-saved'));
    },
    onError: (error) => notifyError(t, error),
  });
  const remove = useMutation({
    mutationFn: (_removed: string) => call('delete-organisation-logo', { id }),
    onSuccess(_answer, removed) {
      refresh('get-organisation-logo');
      notifyWithUndo(t, t('organisation-settings.logo-removed'), () => put.mutate(removed));
    },
    onError: (error) => notifyError(t, error),
  });
  const label = t('organisation-settings.logo');
  return (
    <Input.Wrapper label={label} description={t('organisation-settings.logo-note')} labelElement="div" mt="sm">
      <Group gap="sm" mt={6}>
        {logo === null ? (
          <Text size="sm" c="dimmed">
            {t('organisation-settings.logo-none')}
          </Text>
        ) : (
          <Image src={pngUrl(logo)} alt={label} h={48} w="auto" maw={220} fit="contain" />
        )}
        {!readOnly && (
          <FileButton accept="image/png,image/jpeg,image/svg+xml" onChange={(file) => file && put.mutate(file)}>
            {(props) => (
              <Button {...props} variant="default" size="xs" loading={put.isPending}>
                {t('organisation-settings.logo-choose')}
              </Button>
            )}
          </FileButton>
        )}
        {!readOnly && logo !== null && (
          <Button variant="subtle" color="red" size="xs" onClick={() => remove.mutate(pngUrl(logo))}>
            {t('organisation-settings.logo-remove')}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
}

const pngUrl = (base64: string) => `data:image/png;base64,${base64}`;

function dataUrlOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file cannot be read')));
    reader.readAsDataURL(file);
  });
}
