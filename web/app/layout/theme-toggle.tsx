import { Moon, Sun } from 'lucide-react'

import { Button } from '#web/ui/button.tsx'
import { setTheme, useResolvedTheme } from '#web/ui/theme/theme.ts'

/** Switches between light and dark. */
export function ThemeToggle() {
  const theme = useResolvedTheme()
  const next = theme === 'dark' ? 'light' : 'dark'
  return (
    <Button variant="quiet" size="icon" aria-label={`Switch to ${next} theme`} onPress={() => setTheme(next)}>
      {theme === 'dark' ? <Sun aria-hidden /> : <Moon aria-hidden />}
    </Button>
  )
}
