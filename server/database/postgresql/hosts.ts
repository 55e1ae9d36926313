import { StartError } from '#server/errors.ts'

const POSTGRESQL_URL = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#@]*)([/?#].*)?$/

/** One URL for each host of a URL that can name several: `postgres://user@first:5432,second:5432/name`. */
export function hostUrls(url: string): string[] {
  const [, scheme, credentials = '', hosts, rest = ''] = POSTGRESQL_URL.exec(url) ?? []
  if (scheme === undefined || hosts === undefined) {
    throw new StartError('DATABASE_URL must look like postgres://user:password@host:5432/name')
  }
  const urls = hosts.split(',').map((host) => `${scheme}${credentials}${host}${rest}`)
  if (!urls.every((candidate) => URL.canParse(candidate))) {
    throw new StartError('DATABASE_URL names a host or port that cannot be read: write host:5432,other:5432')
  }
  return urls
}
