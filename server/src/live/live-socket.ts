/** What a live view is sent by: a WebSocket, or frames that wait until the browser's next call takes them. */
export interface LiveSocket {
  readonly OPEN: number;
  readonly readyState: number;
  /** Bytes that the browser has not taken yet. */
  readonly bufferedAmount: number;
  /** @param done called when the text has left this process, or with what went wrong */
  send(text: string, done?: (error?: Error | null) => void): void;
  close(code: number, reason: string): void;
  terminate(): void;
}
