import type { DeviceFault } from '@milepost/contract/device-fault';
import { Badge, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { faultName, faultWords } from './fault-words.ts';

/** The faults of a device, by name; the details are in the title of each. */
export function FaultBadges({ faults }: { faults: readonly DeviceFault[] }) {
  const { t } = useTranslation();
  return (
    <Group gap={4}>
      {faults.map((fault) => {
        const { what, todo } = faultWords(t, fault);
        return (
          <Badge
            key={fault.kind}
            variant="light"
            color="orange"
            size="sm"
            tt="none"
            leftSection={<IconAlertTriangle size={12} aria-hidden />}
            title={`${what} ${todo}`}
          >
            {faultName(t, fault.kind)}
          </Badge>
        );
      })}
    </Group>
  );
}
