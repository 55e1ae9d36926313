/** Long enough that a held arrow key is announced once, when it stops. */
const QUIET_MS = 250

/** Speaks through a polite live region. Of several texts in quick succession only the last is spoken. */
export interface Announcer {
  announce: (text: string) => void
  stop: () => void
}

export function createAnnouncer(region: Element): Announcer {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    announce(text) {
      clearTimeout(timer)
      timer = setTimeout(() => {
        region.textContent = text
      }, QUIET_MS)
    },
    stop() {
      clearTimeout(timer)
    },
  }
}
