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
  repairLink()
  // Keeps zod from probing for `eval`, which the content security policy forbids.
  globalThis.__zod_globalConfig = { jitless: true }

  /** Undoes what chats and mail do to a link of ours. Answers of a provider's sign-in stay as they are. */
  function repairLink() {
    const asked = location.search + location.hash
    if (!asked.startsWith('?') || /[?&](?:code|error)=/.test(asked)) return
    const opening = /[(]|%28/.test(asked) ? '' : ')'
    const closing = new RegExp(
      `(?:[${opening}.,;:!?>"'*_\\]}”’»…]|%(?:22|27|29|5D|7D|3E|2C|E2%80%9[9D]|E2%80%A6|C2%BB))+$`,
      'i',
    )
    const repaired = asked
      .replace(/&(?:(?:amp|#0*38|#x0*26);)+/gi, '&')
      .replace(
        /([?&]|%26)([a-z_]+)(?:=|%3D)/gi,
        (_all, mark, name) => `${mark === '?' ? '?' : '&'}${name.toLowerCase()}=`,
      )
      .replace(closing, '')
    if (repaired !== asked) history.replaceState(history.state, '', location.pathname + repaired)
  }
})()
