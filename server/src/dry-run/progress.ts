/** How far a dry run is: vehicles that were looked at, of those there are. */
export interface DryRunProgress {
  looked: number;
  vehicles: number;
}

/** Of each person's dry run, while it goes on. */
const running = new Map<number, DryRunProgress>();

export const progressOf = (userId: number): DryRunProgress | null => running.get(userId) ?? null;

/** Keeps the progress of a person's dry run until it ends. `work` is given where to tell it. */
export async function withProgress<Result>(
  userId: number,
  work: (reportProgress: (progress: DryRunProgress) => void) => Promise<Result>,
): Promise<Result> {
  let mine: DryRunProgress | null = null;
  try {
    return await work((progress) => {
      mine = progress;
      running.set(userId, mine);
    });
  } finally {
    // A newer one has taken the place already.
    if (mine !== null && running.get(userId) === mine) running.delete(userId);
  }
}
