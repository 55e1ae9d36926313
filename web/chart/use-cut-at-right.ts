import { type RefObject, useEffect, useRef, useState } from 'react'

/** Whether an element that scrolls hides some of its content behind its right edge. */
export function useCutAtRight<T extends HTMLElement>(): [RefObject<T | null>, boolean] {
  const ref = useRef<T>(null)
  const [isCut, setCut] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (element === null) return undefined
    // A pixel of tolerance, because positions are rounded.
    const look = () => setCut(element.scrollLeft + element.clientWidth < element.scrollWidth - 1)
    const observer = new ResizeObserver(look)
    observer.observe(element)
    if (element.firstElementChild !== null) observer.observe(element.firstElementChild)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [])
  return [ref, isCut]
}
