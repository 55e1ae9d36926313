import { useCallback, useEffect, useState } from 'react'

const REPORT_MS = 4000

/** A sentence about the result of an action, shown for some seconds, and the function that says the next one. */
export function useReport(): [string, (message: string) => void] {
  // An object: the same sentence, shown again, has its whole time too.
  const [report, setReport] = useState({ message: '' })
  useEffect(() => {
    if (report.message === '') return undefined
    const timer = setTimeout(() => setReport({ message: '' }), REPORT_MS)
    return () => clearTimeout(timer)
  }, [report])
  return [report.message, useCallback((message: string) => setReport({ message }), [])]
}
