/** A style that is still loading rejects layers, and fires an event when it is loaded. */
export function addWhereReady(add: () => void): void {
  try {
    add();
  } catch (error) {
    console.debug('The layers wait for the style', error);
  }
}
