/** Unsaved input of a person: a form, or a dialog with fields. */
interface Work {
  isUnsaved: () => boolean;
  /** True if any navigation must be confirmed, and not only those of the browser's back and forward. */
  isRecord: boolean;
  /** Called when a save succeeded. */
  forget?: () => void;
}

const works = new Set<Work>();
/** True once the person decided to discard the input. */
let isFree = false;
/** The page is being left. */
let isPageFree = false;

/** Registers `work` until the returned function is called. */
export function holdWork(work: Work): () => void {
  works.add(work);
  return () => void works.delete(work);
}

/** True if leaving the page would lose unsaved input. */
export const isUnsaved = (): boolean => !isFree && !isPageFree && [...works].some((work) => work.isUnsaved());

/**
 * True if a navigation within the application must be confirmed first.
 * @param byHistory it is by the browser's back or forward. Any other follows from an action of the dialog itself.
 */
export const isNavigationHeld = (byHistory: boolean): boolean =>
  !isFree && !isPageFree && [...works].some((work) => (byHistory || work.isRecord) && work.isUnsaved());

/** Lets `leave` close or navigate without a question, since the person has answered it. */
export function leaveWithoutQuestion(leave: () => void): void {
  isFree = true;
  try {
    leave();
  } finally {
    isFree = false;
  }
}

/** From this call on the page can be left: the person has answered, or has signed out. */
export function letPageGo(): void {
  isPageFree = true;
}

/** The action that would lose unsaved input and waits for the person's confirmation. */
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

/**
 * Runs an action that leaves a form or the page, such as signing out; if it would lose unsaved input, `LeaveHost` asks
 * first.
 */
export function confirmLeave(go: () => void): void {
  if (isUnsaved()) setGoing(go);
  else go();
}

/** Takes the person's decision. */
export function answerGoing(isGoing: boolean): void {
  const go = going;
  setGoing(null);
  if (isGoing && go !== null) leaveWithoutQuestion(go);
}

/** After a successful save, the input of dialogs up to now no longer counts as unsaved. */
export function forgetSaved(): void {
  for (const work of works) work.forget?.();
}
