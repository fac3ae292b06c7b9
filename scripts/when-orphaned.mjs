const LOOK_MS = 500;

/**
 * Calls back once when the parent of this process has ended. On SIGTERM npm ends the shell that it ran and itself,
 * without a signal to the shell's children. Only for processes that npm started: a daemon is meant to outlive its
 * parent.
 */
export function whenOrphaned(callback) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(looking);
    callback();
  }, LOOK_MS);
  looking.unref();
}
