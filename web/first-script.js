/* Runs before the first paint, ahead of every module. The build names it by its content and writes the scripts of the pages into it. */
;(function () {
  const base = new URL(document.currentScript.src).pathname.replace(/\/(assets\/)?[^/]*$/, '')
  /** Storage may be blocked. */
  function read(key) {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }

  const theme = read('theme')
  const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.classList.toggle('dark', theme === 'dark' || (theme !== 'light' && prefersDark))
  // Keeps zod from probing for eval, which the content policy forbids.
  globalThis.__zod_globalConfig = { jitless: true }

  // What a page needs is loaded together, not one after the other.
  const PAGE_FILES = {}
  const page = location.pathname.slice(base.length).replace(/\/+$/, '')
  const session = base === '' ? '' : `${base}:`
  if (!(Number(read(`${session}authTokenExpiry`)) > Date.now())) load('application')
  else if (page === '/model' && location.search === '' && read('modelMapPlace') !== null) {
    // The map is painted before its page is loaded: main.ts says when.
    load('first-map')
    addEventListener('firstmapdone', () => load(page), { once: true })
  } else load(page)

  function load(name) {
    for (const file of PAGE_FILES[name] ?? PAGE_FILES.application ?? []) {
      const link = document.createElement('link')
      link.rel = file.endsWith('.css') ? 'preload' : 'modulepreload'
      if (link.rel === 'preload') link.as = 'style'
      link.href = `${base}/${file}`
      document.head.append(link)
    }
  }
})()
