import { useCallback, useEffect, useState } from 'react'

const REPORT_MS = 4000

/** A result of an action, shown for some seconds, and the function that shows one. */
export function useReport(): [string, (message: string) => void] {
  // An object, so that a repeated sentence has its full time again.
  const [report, setReport] = useState({ message: '' })
  useEffect(() => {
    if (report.message === '') return undefined
    const timer = setTimeout(() => setReport({ message: '' }), REPORT_MS)
    return () => clearTimeout(timer)
  }, [report])
  return [report.message, useCallback((message: string) => setReport({ message }), [])]
}
