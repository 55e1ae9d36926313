import type { ReactNode } from 'react'

import { PRODUCT_NAME } from '#contract/product.ts'
import { ProductMark } from '#web/ui/product-mark.tsx'

export function SignInFrame({ children }: { children: ReactNode }) {
  return (
    <main className="relative isolate flex min-h-dvh flex-col items-center justify-center gap-6 overflow-hidden px-4 py-10">
      <title>Sign in · Energy Metrics</title>
      <SignInBackdrop />
      <p className="flex items-center gap-2.5 text-lg font-semibold tracking-tight">
        <ProductMark className="size-8" />
        {PRODUCT_NAME}
      </p>
      <div className="w-full max-w-sm rounded-panel border border-line bg-surface p-6 pb-1 shadow-overlay sm:p-8 sm:pb-2">
        {children}
      </div>
    </main>
  )
}

const WIDTH = 1440
const STEP = 4

/** A week of two daily waves, the second flatter and later like a forecast, and a calmer third. */
const CURVES = [
  { path: wave({ level: 250, swing: 90, shift: 0 }), style: 'stroke-accent opacity-45' },
  {
    path: wave({ level: 262, swing: 74, shift: 20 }),
    style: 'stroke-accent opacity-30 [stroke-dasharray:5_5]',
  },
  { path: wave({ level: 380, swing: 34, shift: 90 }), style: 'stroke-line-strong opacity-35' },
]

function wave({ level, swing, shift }: { level: number; swing: number; shift: number }): string {
  const points = Array.from({ length: WIDTH / STEP + 1 }, (_, index) => {
    const x = index * STEP
    const days = ((x - shift) / WIDTH) * 7
    const daily = Math.sin(days * 2 * Math.PI)
    const half = Math.sin(days * 4 * Math.PI + 0.8)
    const weekend = 1 - 0.45 / (1 + Math.exp(-4 * (days - 5)))
    return `${x} ${(level - swing * weekend * (daily * 0.7 + half * 0.35)).toFixed(1)}`
  })
  return `M${points.join('L')}`
}

function SignInBackdrop() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 1440 480"
      preserveAspectRatio="none"
      className="absolute inset-x-0 bottom-0 -z-10 h-[55vh] w-full"
      fill="none"
    >
      {CURVES.map(({ path, style }) => (
        <path key={path} d={path} className={style} strokeWidth="2" vectorEffect="non-scaling-stroke" />
      ))}
    </svg>
  )
}
