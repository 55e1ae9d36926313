import type { CDPSession, Page, Request } from '@playwright/test'

/** A request that waits for the answer of a test. The words are those of Playwright's own `Route`. */
export interface Interception {
  request(): Pick<Request, 'url' | 'method' | 'postDataJSON'>
  fulfill(answer: Answer): Promise<void>
  continue(): Promise<void>
}

interface Answer {
  status?: number
  headers?: Record<string, string>
  contentType?: string
  /** The body as a value, sent as JSON. */
  json?: unknown
  body?: string
}

/** Answers a request, at once or later. One that it never answers stays open. */
type Handler = (route: Interception) => unknown

interface Rule {
  address: string
  handle: Handler
  timesLeft: number
}

interface Interceptor {
  cdp: CDPSession
  rules: Rule[]
}

interface PausedRequest {
  requestId: string
  request: { url: string; method: string; postData?: string }
}

const interceptors = new WeakMap<Page, Promise<Interceptor>>()

/** `**` stands for any text, `*` for any without a slash. */
function isAt(address: string, url: string): boolean {
  const form = address
    .replaceAll(/[.?+^$()[\]{}|\\]/g, String.raw`\$&`)
    .replaceAll(/\*+/g, (stars) => (stars.length === 1 ? '[^/]*' : '.*'))
  return new RegExp(`^${form}$`).test(url)
}

function interceptionOf(cdp: CDPSession, { requestId, request }: PausedRequest): Interception {
  return {
    request: () => ({
      url: () => request.url,
      method: () => request.method,
      postDataJSON: () => JSON.parse(request.postData ?? 'null'),
    }),
    async fulfill({ status = 200, headers = {}, json, contentType, body = JSON.stringify(json) ?? '' }) {
      const type = contentType ?? (json === undefined ? 'text/plain' : 'application/json')
      const all = { 'content-type': type, ...headers }
      // A page that has gone elsewhere wants no answer any longer.
      await cdp
        .send('Fetch.fulfillRequest', {
          requestId,
          responseCode: status,
          responseHeaders: Object.entries(all).map(([name, value]) => ({ name, value })),
          body: Buffer.from(body).toString('base64'),
        })
        .catch(() => null)
    },
    async continue() {
      await cdp.send('Fetch.continueRequest', { requestId }).catch(() => null)
    },
  }
}

async function openInterceptor(page: Page): Promise<Interceptor> {
  const cdp = await page.context().newCDPSession(page)
  const rules: Rule[] = []
  cdp.on('Fetch.requestPaused', async (paused) => {
    const route = interceptionOf(cdp, paused)
    const rule = rules.findLast(
      ({ address, timesLeft }) => timesLeft > 0 && isAt(address, paused.request.url),
    )
    if (rule === undefined) return route.continue()
    rule.timesLeft -= 1
    await rule.handle(route)
  })
  return { cdp, rules }
}

/**
 * Lets a test answer the requests of a page to an address. The rule that came last counts. Playwright's own `page.route` intercepts
 * every request and turns the browser's cache off, so that each page loads and compiles the whole product again: twice the work.
 */
export async function intercept(
  page: Page,
  address: string,
  handle: Handler,
  { times = Number.POSITIVE_INFINITY } = {},
): Promise<void> {
  const opening = interceptors.get(page) ?? openInterceptor(page)
  interceptors.set(page, opening)
  const { cdp, rules } = await opening
  rules.push({ address, handle, timesLeft: times })
  const patterns = rules.map((rule) => ({ urlPattern: rule.address.replaceAll('**', '*') }))
  await cdp.send('Fetch.enable', { patterns })
}

/** Ends all interceptions of a page, which the next test uses. */
export async function stopIntercepting(page: Page): Promise<void> {
  const interceptor = await interceptors.get(page)
  interceptors.delete(page)
  if (!page.isClosed()) await interceptor?.cdp.detach()
}
