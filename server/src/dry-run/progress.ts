/** The progress of a dry run: vehicles done, and their total. */
export interface DryRunProgress {
  looked: number;
  vehicles: number;
}

/** The progress of each person's dry run while it runs. */
const running = new Map<number, DryRunProgress>();

export const progressOf = (userId: number): DryRunProgress | null => running.get(userId) ?? null;

/** Publishes the progress of a person's dry run until it ends. `work` gets a function that reports it. */
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
    // A newer dry run has already replaced this one.
    if (mine !== null && running.get(userId) === mine) running.delete(userId);
  }
}
