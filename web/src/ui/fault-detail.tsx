import type { Fault } from '@milepost/contract/fault';
import { Text } from '@mantine/core';
import { visible } from '../text/visible.ts';

/** The message of another system, under the fault that it explains. Left to right: it is English or a code. */
export function FaultDetail({ fault: { detail } }: { fault: Fault }) {
  if (detail === undefined) return null;
  return (
    <Text size="xs" c="dimmed" dir="ltr" ta="start" style={{ overflowWrap: 'anywhere' }}>
      {visible(detail)}
    </Text>
  );
}
