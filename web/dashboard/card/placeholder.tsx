import { ChartSpline } from 'lucide-react'

/** Stands where a chart would, and says why there is none. */
export function Placeholder({ title, text }: { title: string; text: string }) {
  return (
    <div className="flex h-full min-h-[400px] flex-col items-center justify-center gap-2 rounded-control bg-sunken/60 px-6 text-center">
      <ChartSpline aria-hidden className="size-7 text-ink-muted" />
      <p className="font-medium">{title}</p>
      <p className="max-w-80 text-ink-muted">{text}</p>
    </div>
  )
}
