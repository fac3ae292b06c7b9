/**
 * Reads the next piece while the caller processes the present one, so that neither the database nor this process waits
 * for the other. At most one further piece is in memory.
 * @throws what reading throws, when the caller reaches that piece
 */
export async function* readAhead<Piece>(pieces: AsyncGenerator<Piece>): AsyncGenerator<Piece> {
  let next = pieces.next();
  try {
    for (let result = await next; result.done !== true; result = await next) {
      next = pieces.next();
      // Handled when the caller reaches it; until then it must not count as unhandled.
      next.catch(() => {});
      yield result.value;
    }
  } finally {
    // A caller that leaves early must not leave a query behind.
    await next.catch(() => {});
    await pieces.return(undefined);
  }
}
