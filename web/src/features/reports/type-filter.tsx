import { Button, Checkbox, Popover, Stack } from '@mantine/core';
import { VEHICLE_TYPES } from '@milepost/contract/vehicle-kinds';
import { IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { listText } from '../../text/list-text.ts';

type VehicleType = (typeof VEHICLE_TYPES)[number];

interface Props {
  types: readonly VehicleType[];
  onChoose: (types: readonly VehicleType[]) => void;
}

/** The types of vehicles to which a report is limited: all if none is chosen. */
export default function TypeFilter({ types, onChoose }: Props) {
  const { t } = useTranslation();
  const put = (type: VehicleType, there: boolean) =>
    onChoose(VEHICLE_TYPES.filter((one) => (one === type ? there : types.includes(one))));
  return (
    <Popover position="bottom-start" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant={types.length === 0 ? 'default' : 'light'}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          maw={220}
        >
          {types.length === 0 ? t('reports.all-types') : listText(types.map((type) => t(`vehicle-type.${type}`)))}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="sm" aria-label={t('reports.vehicle-types')}>
        <Stack gap={6}>
          {VEHICLE_TYPES.map((type) => (
            <Checkbox
              key={type}
              label={t(`vehicle-type.${type}`)}
              checked={types.includes(type)}
              onChange={({ currentTarget }) => put(type, currentTarget.checked)}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
