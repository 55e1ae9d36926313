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

import { IconButton } from '#web/ui/button.tsx'
import { classNames, OPTION_STYLE } from '#web/ui/class-names.ts'
import { ListPopover, useListOpen } from '#web/ui/list-popover.tsx'

export interface MenuAction {
  label: string
  icon?: ReactNode
  isDisabled?: boolean
  tone?: 'danger'
  onAction: () => void
}

/** A setting that stands below the actions, with a tick while it is on. */
export interface MenuOption {
  id: string
  label: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** One of several, with a tick at the chosen one. */
export interface MenuChoice {
  chosen: string
  entries: readonly { id: string; label: string }[]
  onChange: (id: string) => void
}

/** A list of actions that a button opens, by default one with three dots. A line separates the groups. An entry that is `false` is left out. */
export function Menu(props: {
  label: string
  trigger?: ReactNode
  groups?: readonly (readonly (MenuAction | false)[])[]
  choice?: MenuChoice
  options?: readonly (MenuOption | false)[]
  optionsTitle?: string
  placement?: 'bottom start' | 'bottom end'
}) {
  const { label, choice, optionsTitle = 'Options', placement = 'bottom end' } = props
  const options = (props.options ?? []).filter((option) => option !== false)
  const groups = (props.groups ?? [])
    .map((actions) => actions.filter((action) => action !== false))
    .filter((actions) => actions.length > 0)
  return (
    <MenuTrigger {...useListOpen()}>
      {props.trigger ?? <IconButton icon={EllipsisVertical} aria-label={label} />}
      <ListPopover className="min-w-48 overflow-auto overscroll-contain" placement={placement}>
        <AriaMenu aria-label={label} className="p-1 outline-none">
          {groups.flatMap((actions, index) => [
            index > 0 && (
              <Separator key={`before ${actions[0]?.label}`} className="my-1 border-t border-line" />
            ),
            ...actions.map(item),
          ])}
          {choice !== undefined && (
            <MenuSection
              aria-label={label}
              selectionMode="single"
              disallowEmptySelection
              selectedKeys={[choice.chosen]}
              onSelectionChange={(keys) => {
                const chosen = choice.entries.find(({ id }) => keys !== 'all' && keys.has(id))
                if (chosen !== undefined) choice.onChange(chosen.id)
              }}
            >
              {choice.entries.map(({ id, ...entry }) => ticked({ ...entry, id, isOn: id === choice.chosen }))}
            </MenuSection>
          )}
          {options.length > 0 && (
            <MenuSection
              selectionMode="multiple"
              selectedKeys={options.filter(({ isOn }) => isOn).map(({ id }) => id)}
              onSelectionChange={(keys) => {
                for (const { id, isOn, onChange } of options)
                  if ((keys === 'all' || keys.has(id)) !== isOn) onChange(!isOn)
              }}
              className="mt-1 border-t border-line pt-1"
            >
              <Header className="px-2 py-1 text-xs text-ink-muted">{optionsTitle}</Header>
              {options.map(ticked)}
            </MenuSection>
          )}
        </AriaMenu>
      </ListPopover>
    </MenuTrigger>
  )
}

function ticked({ id, label, isOn }: Pick<MenuOption, 'id' | 'label' | 'isOn'>) {
  return (
    <MenuItem key={id} id={id} textValue={label} className={OPTION_STYLE} shouldCloseOnSelect>
      <Check aria-hidden className={classNames('size-4', !isOn && 'invisible')} />
      {label}
    </MenuItem>
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
