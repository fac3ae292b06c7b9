import type { DeviceContact } from '@milepost/contract/device-operations';
import { ActionIcon, Button, Group } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { refreshFleet } from '../../../api/refresh.ts';
import { visible } from '../../../text/visible.ts';
import { notifyAdopted } from './notify-adopted.tsx';

interface Props {
  contact: DeviceContact;
  identity: string;
  /** Called to ask for the vehicle. */
  onChoose: (contact: DeviceContact) => void;
}

/** The maximum length of a registration. */
const MAX_LENGTH = 20;

/**
 * One click adopts the device in a new vehicle, which has the device's identity as its name until somebody changes it.
 * The button beside it asks for the vehicle first; if the one click is rejected, the person is asked for the vehicle
 * too.
 */
export function AdoptButtons({ contact, identity, onChoose }: Props) {
  const { t } = useTranslation();
  const choose = t('settings.connect.choose-for', { identity: visible(identity) });
  const adopting = useMutation({
    mutationFn: () =>
      call('adopt-device', {
        protocol: contact.protocol,
        identity,
        registration: identity.slice(-MAX_LENGTH),
        type: 'other',
      }),
    onSuccess({ vehicle }) {
      refreshFleet();
      notifyAdopted(vehicle);
    },
    onError: () => onChoose(contact),
  });
  return (
    <Group gap={6} wrap="nowrap" justify="flex-end">
      <Button size="xs" loading={adopting.isPending} onClick={() => adopting.mutate()}>
        {t('settings.connect.adopt')}
      </Button>
      <ActionIcon variant="default" size={30} aria-label={choose} title={choose} onClick={() => onChoose(contact)}>
        <IconDots size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
