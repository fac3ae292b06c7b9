/** Many times what it takes longer to store a report than to find that there is none to store. */
const LONGEST_MS = 50;

/** The answer after a random time, so that its own time tells nothing to who does not ask hundreds of times. */
export const answerLater =
  (answer: () => void): (() => void) =>
  () =>
    void setTimeout(answer, Math.random() * LONGEST_MS);
