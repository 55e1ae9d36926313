import type { ReactNode } from 'react'
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover, Separator } from 'react-aria-components'

import { classNames } from '#web/ui/class-names.ts'
import { OPTION_STYLE, POPOVER_STYLE } from '#web/ui/popover-style.ts'

export interface MenuAction {
  id: string
  label: string
  icon?: ReactNode
  isDisabled?: boolean
  tone?: 'danger'
  onAction: () => void
}

/** A list of actions that the button given as `trigger` opens. A line separates the groups. */
export function Menu(props: {
  label: string
  trigger: ReactNode
  groups: readonly (readonly MenuAction[])[]
}) {
  return (
    <MenuTrigger>
      {props.trigger}
      <Popover
        className={classNames(POPOVER_STYLE, 'min-w-48 overflow-auto')}
        offset={4}
        placement="bottom end"
      >
        <AriaMenu aria-label={props.label} className="p-1 outline-none">
          {props.groups.flatMap((actions, index) => [
            ...(index === 0
              ? []
              : [<Separator key={`before ${actions[0]?.id}`} className="my-1 border-t border-line" />]),
            ...actions.map(item),
          ])}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}

function item(action: MenuAction) {
  return (
    <MenuItem
      key={action.id}
      id={action.id}
      textValue={action.label}
      isDisabled={action.isDisabled ?? false}
      onAction={action.onAction}
      className={classNames(OPTION_STYLE, action.tone === 'danger' && 'text-danger')}
    >
      <span aria-hidden className="flex size-4 items-center [&_svg]:size-4">
        {action.icon}
      </span>
      {action.label}
    </MenuItem>
  )
}
