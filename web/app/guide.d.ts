declare module 'virtual:guide' {
  import type { ReactElement } from 'react'

  export const guide: ReactElement
}
