/* Runs before the first paint, ahead of every module. The build names it by its content. */
;(function () {
  let theme = null
  try {
    theme = localStorage.getItem('theme')
  } catch {
    // Storage may be blocked.
  }
  const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.classList.toggle('dark', theme === 'dark' || (theme !== 'light' && prefersDark))
  // The chart engine writes numbers in the browser's language when it loads, and some are not valid, such as `en-US@posix`.
  try {
    Intl.getCanonicalLocales(navigator.language)
  } catch {
    Object.defineProperty(navigator, 'language', { value: 'en-US', configurable: true })
  }
  // Keeps zod from probing for eval, which the content policy forbids.
  globalThis.__zod_globalConfig = { jitless: true }
})()
