import { PRODUCT_NAME } from '#contract/product.ts'
import { isSessionLasting } from '#web/api/browser-session.ts'
import { Notice } from '#web/ui/notice.tsx'
import { ProductMark } from '#web/ui/product-mark.tsx'

import { SignInBackdrop } from './sign-in-backdrop.tsx'
import { SignInForm } from './sign-in-form.tsx'

/**
 * The first page, kept small because nothing works until it has loaded.
 * @param onSubmit called when an attempt starts, so that the next page can load meanwhile
 */
export function SignInPage({ onSubmit }: { onSubmit: () => void }) {
  return (
    <main className="relative isolate flex min-h-dvh flex-col items-center justify-center gap-6 overflow-hidden px-4 py-10">
      <title>Sign in · Energy Metrics</title>
      <SignInBackdrop />
      <p className="flex items-center gap-2.5 text-lg font-semibold tracking-tight">
        <ProductMark className="size-8" />
        {PRODUCT_NAME}
      </p>
      <div className="w-full max-w-sm rounded-panel border border-line bg-surface p-6 pb-1 shadow-overlay sm:p-8 sm:pb-2">
        <h1 className="text-xl font-semibold tracking-tight">Welcome Back</h1>
        <p className="mb-6 text-ink-muted">Sign in to continue</p>
        {!isSessionLasting() && (
          <Notice tone="info" className="mb-4">
            This browser blocks storage, so you will be signed out when you close this page.
          </Notice>
        )}
        <SignInForm onSubmit={onSubmit} />
      </div>
    </main>
  )
}
