import { Paper } from '@mantine/core';
import { DeviceCommands } from '../../ui/commands/device-commands.tsx';
import commands from '../../ui/commands/commands.module.css';
import { RecentCommands } from '../../ui/commands/recent-commands.tsx';
import classes from './vehicle-page.module.css';

interface Props {
  id: number;
  registration: string;
}

/** The commands to the device in a vehicle: past ones, and a form for a new one. */
export const VehicleCommands = ({ id, registration }: Props) => (
  <Paper withBorder radius="lg" className={classes['list']}>
    <div className={commands['both']}>
      <DeviceCommands vehicleId={id} registration={registration} />
      <RecentCommands vehicleId={id} />
    </div>
  </Paper>
);
