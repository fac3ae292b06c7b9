import classes from './in-out-location.module.css';

/** The name of a geofence, with its colour beside it. */
export function FenceName({ name, colour }: { name: string; colour: string }) {
  return (
    <span className={classes['fence']} title={name}>
      <i style={{ background: colour }} aria-hidden />
      <span>{name}</span>
    </span>
  );
}
