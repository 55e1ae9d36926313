/** One part of the server that must be ready before `/readyz` answers 200. */
export interface ReadinessPart {
  name: string
  /** Never rejects. */
  check(): Promise<{ isReady: boolean; message: string; progress?: { done: number; total: number } }>
}
