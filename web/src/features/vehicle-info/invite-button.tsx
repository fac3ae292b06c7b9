import type { VehicleLimit } from '@milepost/contract/vehicle-limit';
import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { INVITE_PATH, invitationTo } from '../../ui/invite.ts';

/** Opens the invitation of a person who may see only these. */
export function InviteButton({ limit, children }: { limit: VehicleLimit; children: ReactNode }) {
  return (
    <Button
      component={Link}
      to={INVITE_PATH}
      state={invitationTo(limit)}
      variant="default"
      leftSection={<IconUserPlus size={16} stroke={1.8} aria-hidden />}
    >
      {children}
    </Button>
  );
}
