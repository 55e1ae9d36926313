import type { UploadStore } from '#server/series/store/upload-store.ts'
import type { UploadVersion } from '#server/series/store/upload-values.ts'

/** Versions for all users under a name, as an operator imports them, which arrived when they were issued. */
export function uploadOf(
  name: string,
  versions: readonly UploadVersion[],
): Parameters<UploadStore['write']>[2] {
  const nowUtc = Math.max(...versions.map(({ issuedUtc }) => issuedUtc))
  return { name, visible_to: 'all', versions, nowUtc, receivedUtc: null, readMoments: async () => [] }
}
