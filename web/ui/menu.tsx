import { Check, EllipsisVertical } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  Header,
  Menu as AriaMenu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Separator,
} from 'react-aria-components'

import { IconButton } from './button.tsx'
import { classNames, OPTION_STYLE } from './class-names.ts'
import { ListPopover, useListOpen } from './list-popover.tsx'

export interface MenuAction {
  label: string
  icon?: ReactNode
  isDisabled?: boolean
  tone?: 'danger'
  onAction: () => void
}

export interface MenuOption {
  id: string
  label: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** Groups of actions, then settings, separated by lines. Skips entries that are `false`. */
export function Menu(props: {
  label: string
  trigger?: ReactNode
  groups?: readonly (readonly (MenuAction | false)[])[]
  options?: readonly (MenuOption | false)[]
  optionsTitle?: string
  /** Exactly one option is on; no title. */
  isChoice?: boolean
}) {
  const { label, isChoice = false, optionsTitle = 'Options' } = props
  const options = (props.options ?? []).filter((option) => option !== false)
  const groups = (props.groups ?? [])
    .map((actions) => actions.filter((action) => action !== false))
    .filter((actions) => actions.length > 0)
  return (
    <MenuTrigger {...useListOpen()}>
      {props.trigger ?? <IconButton icon={EllipsisVertical} aria-label={label} />}
      <ListPopover
        className="min-w-48 overflow-auto overscroll-contain"
        placement={isChoice ? 'bottom start' : 'bottom end'}
      >
        <AriaMenu aria-label={label} className="p-1 outline-none">
          {groups.flatMap((actions, index) => [
            index > 0 && (
              <Separator key={`before ${actions[0]?.label}`} className="my-1 border-t border-line" />
            ),
            ...actions.map(item),
          ])}
          {options.length > 0 && (
            <MenuSection
              aria-label={label}
              selectionMode={isChoice ? 'single' : 'multiple'}
              disallowEmptySelection={isChoice}
              selectedKeys={options.filter(({ isOn }) => isOn).map(({ id }) => id)}
              onSelectionChange={(keys) => {
                for (const { id, isOn, onChange } of options)
                  if ((keys === 'all' || keys.has(id)) !== isOn) onChange(!isOn)
              }}
              className={isChoice ? '' : 'mt-1 border-t border-line pt-1'}
            >
              {!isChoice && <Header className="px-2 py-1 text-xs text-ink-muted">{optionsTitle}</Header>}
              {options.map(({ id, label: name, isOn }) => (
                <MenuItem key={id} id={id} textValue={name} className={OPTION_STYLE} shouldCloseOnSelect>
                  <Check aria-hidden className={classNames('size-4', !isOn && 'invisible')} />
                  {name}
                </MenuItem>
              ))}
            </MenuSection>
          )}
        </AriaMenu>
      </ListPopover>
    </MenuTrigger>
  )
}

function item(action: MenuAction) {
  return (
    <MenuItem
      key={action.label}
      id={action.label}
      textValue={action.label}
      isDisabled={action.isDisabled ?? false}
      onAction={action.onAction}
      className={classNames(OPTION_STYLE, action.tone === 'danger' && 'text-danger')}
    >
      {'icon' in action && (
        <span aria-hidden className="flex size-4 items-center [&_svg]:size-4">
          {action.icon}
        </span>
      )}
      {action.label}
    </MenuItem>
  )
}
