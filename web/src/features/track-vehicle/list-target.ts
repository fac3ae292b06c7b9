const rowAt = ({ target }: Event) => (target instanceof Element ? target.closest<HTMLElement>('[data-vehicle]') : null);

/** True if a key was pressed on a row of the vehicle list. */
export const inList = (event: Event): boolean => rowAt(event) !== null;

/** The vehicle of the row on which a key was pressed. */
export function rowOf(event: Event): number | null {
  const id = Number(rowAt(event)?.dataset['vehicle']);
  return Number.isInteger(id) && id > 0 ? id : null;
}
