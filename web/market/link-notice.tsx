import { Notice } from '#web/ui/notice.tsx'

/** The fields of a link that were not read as written: `day=2026-02-30`. Names that `read` lacks do not count. */
export function unreadFields(params: URLSearchParams, read: Readonly<Record<string, unknown>>): string[] {
  const plain = (text: string) => text.replace(/^0(?=\d)/, '').toLowerCase()
  return [...params]
    .filter(([name, text]) => name in read && plain(text) !== plain(String(read[name])))
    .map(([name, text]) => `${name}=${text.slice(0, 80)}`)
}

export function LinkNotice({ unread, ...more }: { unread: readonly string[]; onDismiss?: () => void }) {
  if (unread.length === 0) return null
  return (
    <Notice tone="caution" {...more}>
      A part of this link was not understood and is left out: {unread.join(', ')}
    </Notice>
  )
}
