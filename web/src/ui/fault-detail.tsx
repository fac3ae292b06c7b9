import type { Fault } from '@milepost/contract/fault';
import { Text } from '@mantine/core';
import { visible } from '../text/visible.ts';

/** The words of another system, under the fault that they explain. Left to right: they are English or codes. */
export function FaultDetail({ fault: { detail } }: { fault: Fault }) {
  if (detail === undefined) return null;
  return (
    <Text size="xs" c="dimmed" dir="ltr" ta="start" style={{ overflowWrap: 'anywhere' }}>
      {visible(detail)}
    </Text>
  );
}
