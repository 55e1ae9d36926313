import type { ReactNode } from 'react'

import { PRODUCT_NAME } from '#contract/product.ts'
import { ProductMark } from '#web/ui/product-mark.tsx'

import { SignInBackdrop } from './sign-in-backdrop.tsx'

/** A panel in the middle of a page without header, below the product's name. */
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
