/** The actions of a walk, whichever program drives the browser. Places are CSS pixels of the window. */
export interface Browser {
  open(address: string): Promise<void>
  evaluate(expression: string): Promise<unknown>
  moveMouse(x: number, y: number): Promise<void>
  click(x: number, y: number): Promise<void>
  tap(x: number, y: number): Promise<void>
  /** Types into what has the focus. `\n` is the Enter key. */
  type(text: string): Promise<void>
  /** Prints the page; the bytes of the document. Null where the program that drives it cannot. */
  print: (() => Promise<number>) | null
  close(): Promise<void>
}
