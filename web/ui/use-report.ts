import { useCallback, useState } from 'react'

const REPORT_MS = 4000

/** A sentence about the result of an action, shown for some seconds, and the function that says the next one. */
export function useReport(): [string, (message: string) => void] {
  const [report, setReport] = useState('')
  const show = useCallback((message: string) => {
    setReport(message)
    setTimeout(() => setReport(''), REPORT_MS)
  }, [])
  return [report, show]
}
