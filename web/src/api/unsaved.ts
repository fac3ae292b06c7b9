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
/** The page is being left. */
let isPageFree = false;

/** Counts `work` until the returned function is called. */
export function holdWork(work: Work): () => void {
  works.add(work);
  return () => void works.delete(work);
}

/** Whether something entered would be lost if the page were left. */
export const isUnsaved = (): boolean => !isFree && !isPageFree && [...works].some((work) => work.isUnsaved());

/**
 * Whether a navigation within the application has to be asked about.
 * @param byHistory it is by the browser's back or forward. Any other follows from what a dialog itself does.
 */
export const isNavigationHeld = (byHistory: boolean): boolean =>
  !isFree && !isPageFree && [...works].some((work) => (byHistory || work.isRecord) && work.isUnsaved());

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
  isPageFree = true;
}

/** What the person wants to do and is asked about, since something entered would be lost. */
let going: (() => void) | null = null;
const watchers = new Set<() => void>();
function setGoing(next: (() => void) | null): void {
  going = next;
  for (const watcher of watchers) watcher();
}

export const readGoing = () => going;
export function watchGoing(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

/** Does what leaves a form or the page, as signing out does; where something entered would be lost, `LeaveHost` asks first. */
export function confirmLeave(go: () => void): void {
  if (isUnsaved()) setGoing(go);
  else go();
}

/** The person's answer. */
export function answerGoing(isGoing: boolean): void {
  const go = going;
  setGoing(null);
  if (isGoing && go !== null) letGo(go);
}

/** A save went through: what dialogs held until now is no longer unsaved. */
export function forgetSaved(): void {
  for (const work of works) work.forget?.();
}
