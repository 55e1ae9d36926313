/* Runs before the first paint and every module. The build hashes its content into its name. */
;(function () {
  let theme = null
  try {
    theme = localStorage.getItem('theme')
  } catch {
    // Storage may be blocked.
  }
  const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.classList.toggle('dark', theme === 'dark' || (theme !== 'light' && prefersDark))
  // uPlot formats numbers in the browser's language when it loads; some values, such as `en-US@posix`, are invalid.
  try {
    Intl.getCanonicalLocales(navigator.language)
  } catch {
    Object.defineProperty(navigator, 'language', { value: 'en-US', configurable: true })
  }
  // Keeps zod from probing for `eval`, which the content security policy forbids.
  globalThis.__zod_globalConfig = { jitless: true }
})()
