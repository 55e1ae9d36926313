// Runs before the first paint: sets the theme class, and keeps zod from probing for eval, which the content policy forbids.
;(function () {
  var theme = null
  try {
    theme = localStorage.getItem('theme')
  } catch {
    theme = null
  }
  var prefersDark = matchMedia('(prefers-color-scheme: dark)').matches
  var isDark = theme === 'dark' || (theme !== 'light' && prefersDark)
  document.documentElement.classList.toggle('dark', isDark)
  globalThis.__zod_globalConfig = { jitless: true }
})()
