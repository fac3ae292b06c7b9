/** What a person has entered and not saved: a form, or a dialog with fields. */
interface Work {
  isUnsaved: () => boolean;
  /** Asked about before any navigation, and not only before those of the browser's back and forward. */
  isRecord: boolean;
  /** Called when a save went through. */
  forget?: () => void;
}

const works = new Set<Work>();
/** The person decided to lose it. */
let isFree = false;

/** Counts `work` until the returned function is called. */
export function holdWork(work: Work): () => void {
  works.add(work);
  return () => void works.delete(work);
}

/** Whether something entered would be lost if the page were left. */
export const isUnsaved = (): boolean => !isFree && [...works].some((work) => work.isUnsaved());

/**
 * Whether a navigation within the application has to be asked about.
 * @param byHistory it is by the browser's back or forward. Any other follows from what a dialog itself does.
 */
export const isNavigationHeld = (byHistory: boolean): boolean =>
  !isFree && [...works].some((work) => (byHistory || work.isRecord) && work.isUnsaved());

/** Lets `leave` close or navigate without a question: the person has answered it. */
export function letGo(leave: () => void): void {
  isFree = true;
  try {
    leave();
  } finally {
    isFree = false;
  }
}

/** From here on the page may be left: the person has answered, or has signed out. */
export function letPageGo(): void {
  isFree = true;
}

/** A save went through: what dialogs held until now is no longer unsaved. */
export function forgetSaved(): void {
  for (const work of works) work.forget?.();
}
