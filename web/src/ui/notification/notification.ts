export type ColourClass = 'bg-black' | 'bg-red' | 'bg-orange' | 'bg-green' | 'bg-cyan' | 'bg-blue' | 'bg-purple';
export type PlacementFrom = 'top' | 'bottom';
export type PlacementAlign = 'left' | 'center' | 'right';

/** The defaults for empty inputs of a notification (specification, sections 5 and 9). */
export const NOTIFICATION_DEFAULTS = {
  colour: 'bg-black',
  message: 'Turning standard Bootstrap alerts',
  enter: 'animated fadeInDown',
  exit: 'animated fadeOutUp',
  timerMs: 1000,
  newestOnTop: true,
  dismissible: true,
  /** Our choice: the specification states no placement. */
  from: 'top',
  align: 'right',
} as const;

/** A list of notifications scrolls when it is higher than this, in pixels (specification, section 9). */
export const NOTIFICATION_SCROLL_HEIGHT = 254;

export interface Notification {
  id: number;
  colour: ColourClass;
  message: string;
  from: PlacementFrom;
  align: PlacementAlign;
  enter: string;
  exit: string;
  timerMs: number;
  dismissible: boolean;
}

/** An input that can be omitted or empty. */
export type Maybe<Value extends string> = Value | '' | null | undefined;

export interface NotificationInput {
  colour?: Maybe<ColourClass>;
  message?: Maybe<string>;
  from?: Maybe<PlacementFrom>;
  align?: Maybe<PlacementAlign>;
  enter?: Maybe<string>;
  exit?: Maybe<string>;
  /** How long it stays, in milliseconds. */
  timerMs?: number;
  dismissible?: boolean;
}

const orElse = <Value extends string>(value: Maybe<Value>, fallback: Value): Value =>
  value === '' || value === null || value === undefined ? fallback : value;

/** The notification with the defaults for empty inputs. */
export function completed(input: NotificationInput, id: number): Notification {
  const defaults = NOTIFICATION_DEFAULTS;
  return {
    id,
    colour: orElse(input.colour, defaults.colour),
    message: orElse<string>(input.message, defaults.message),
    from: orElse(input.from, defaults.from),
    align: orElse(input.align, defaults.align),
    enter: orElse<string>(input.enter, defaults.enter),
    exit: orElse<string>(input.exit, defaults.exit),
    timerMs: input.timerMs ?? defaults.timerMs,
    dismissible: input.dismissible ?? defaults.dismissible,
  };
}
