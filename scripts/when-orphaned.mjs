const LOOK_MS = 500;

/**
 * Calls back once when the process that started this one is gone. On SIGTERM npm ends the shell that it ran and itself,
 * and says nothing to what that shell ran. For what npm started alone: a daemon is meant to outlive who started it.
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
