import type { LucideIcon } from 'lucide-react'

import { Button } from '#web/ui/button.tsx'

/** Opens and closes a panel of the page. */
export function PanelToggle(props: {
  label: string
  icon: LucideIcon
  isOpen: boolean
  onChange: (isOpen: boolean) => void
}) {
  const { label, icon: Icon, isOpen } = props
  return (
    <Button
      size="small"
      variant={isOpen ? 'primary' : 'secondary'}
      aria-expanded={isOpen}
      onPress={() => props.onChange(!isOpen)}
    >
      <Icon aria-hidden />
      {label}
    </Button>
  )
}
