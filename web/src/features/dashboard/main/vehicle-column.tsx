import { Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { Column } from '../../../ui/data-table/column.ts';

interface VehicleRef {
  id: number;
  registration: string;
  groupName: string | null;
}

/** The first column of a list of vehicles: the registration, its group beside it, and further details below. */
export const vehicleColumn = <Row extends VehicleRef>(
  t: TFunction,
  below?: (row: Row) => ReactNode,
): Column<Row, 'registration'> => ({
  key: 'registration',
  label: t('vehicle-info.registration'),
  sort: 'registration',
  render: (row) => (
    <>
      <Text span fw={600}>
        {row.registration}
      </Text>{' '}
      <Text span size="sm" c="dimmed">
        {row.groupName}
      </Text>
      {below?.(row)}
    </>
  ),
});
