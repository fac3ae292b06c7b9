import { HolderExpenses } from '../../ui/expenses/holder-expenses.tsx';
import { VehicleFuel } from './vehicle-fuel.tsx';
import classes from './vehicle-page.module.css';

/** The cost and consumption of the vehicle, and its expenses. */
export function VehicleExpenses({ id }: { id: number }) {
  return (
    <div>
      <VehicleFuel vehicleId={id} />
      <HolderExpenses vehicleId={id} className={classes['list']} />
    </div>
  );
}
