/* Runs before the first paint and every module. The build hashes its content into its name. */
;(function () {
  /** The build lists them beside this script, by the last part of the page's path. */
  const SCRIPTS_OF_PAGES = {}
  let theme = null
  try {
    theme = localStorage.getItem('theme')
    // A base path comes before its name.
    if (Object.keys(localStorage).some((key) => key.endsWith('authToken'))) requestPage()
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

  /** The first scripts request these too, but only once they run. */
  function requestPage() {
    const [, page] = /([^/]*)\/*$/.exec(location.pathname)
    for (const file of SCRIPTS_OF_PAGES[page] ?? []) {
      const link = document.createElement('link')
      link.rel = 'modulepreload'
      link.href = new URL(file, document.currentScript.src).href
      document.head.append(link)
    }
  }

  /** Undoes what chats and mail do to a link of ours. Answers of a provider's sign-in stay as they are. */
  function repairLink() {
    const asked = location.search + location.hash
    if (!asked.startsWith('?') || /[?&](?:code|error)=/.test(asked)) return
    let repaired = asked
    while (/[?&][a-z_]+%25(?:25)*3D/i.test(repaired)) repaired = repaired.replaceAll('%25', '%')
    // Names of curves may contain any character. They come after the first `g=`.
    const isEncoded = /%(?:26|3D)/i.test(repaired.split(/[?&]g=/i, 1)[0])
    const field = isEncoded ? /([?&]|%26)([a-z_]+)(?:=|%3D)/gi : /([?&])([a-z_]+)=/gi
    const opening = /(?:[(]|%28)[^,]*$/.test(asked) ? '' : ')'
    const closing = new RegExp(
      `(?:[${opening}.,;:!?>"'*_\\]}”’»…]|%(?:22|27|29|5D|7D|3E|2C|E2%80%9[9D]|E2%80%A6|C2%BB))+$`,
      'i',
    )
    repaired = repaired
      .replace(/([?&])(?:(?:amp|#0*38|#x0*26);)+/gi, '$1')
      .replace(field, (_all, mark, name) => `${mark === '?' ? '?' : '&'}${name.toLowerCase()}=`)
      .replace(closing, '')
    if (repaired !== asked) history.replaceState(history.state, '', location.pathname + repaired)
  }
})()
