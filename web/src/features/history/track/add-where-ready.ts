/** A style that is still on its way refuses layers, and tells when it has come. */
export function addWhereReady(add: () => void): void {
  try {
    add();
  } catch (error) {
    console.debug('The layers wait for the style', error);
  }
}
