/** Many times the difference between storing a report and finding nothing to store. */
const LONGEST_MS = 50;

/** Answers after a random time, so that timing tells nothing without hundreds of tries. */
export const answerLater =
  (answer: () => void): (() => void) =>
  () =>
    void setTimeout(answer, Math.random() * LONGEST_MS);
