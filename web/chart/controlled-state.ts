import { useState } from 'react'

/** State that the parent holds if it passes a value, and otherwise the component itself. */
export function useControlledState<T>(
  value: T | undefined,
  initial: T,
  onChange: ((value: T) => void) | undefined,
): [T, (value: T) => void] {
  const [own, setOwn] = useState(initial)
  const set = (next: T) => {
    if (value === undefined) setOwn(() => next)
    onChange?.(next)
  }
  return [value === undefined ? own : value, set]
}
