/** Actions of a walk in any browser. Positions are CSS pixels of the window. */
export interface Browser {
  open(address: string): Promise<void>
  evaluate(expression: string): Promise<unknown>
  moveMouse(x: number, y: number): Promise<void>
  click(x: number, y: number): Promise<void>
  tap(x: number, y: number): Promise<void>
  /** Types into the focused element. `\n` is the Enter key. */
  type(text: string): Promise<void>
  /** Prints the page. Returns the document's bytes; `null` if the driver cannot print. */
  print: (() => Promise<number>) | null
  close(): Promise<void>
}
