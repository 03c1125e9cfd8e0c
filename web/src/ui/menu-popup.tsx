import { Menu } from '@base-ui/react/menu'
import { Check, Search } from 'lucide-react'
import { useState, type ReactNode, type RefObject } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { Icon } from './icon.tsx'
import type { MenuItem } from './menu.tsx'

/** From so many lines on nobody reads them all: they can be searched, where the menu allows it. */
const MANY = 12
/** So many are drawn; the rest is found by typing. */
const DRAWN = 100

type Props = {
  anchor: RefObject<HTMLButtonElement | null>
  open: boolean
  onOpenChange: (open: boolean) => void
  items: readonly MenuItem[]
  side: 'top' | 'bottom'
  align: 'start' | 'end'
  label: string | undefined
  findable: boolean
}

/** The part of a menu that floats. */
export function MenuPopup({ findable, items, ...floating }: Props) {
  return findable && items.length > MANY ? (
    <Findable items={items} {...floating} />
  ) : (
    <Floating {...floating}>
      <Lines items={items} anchor={floating.anchor} />
    </Floating>
  )
}

type FloatingProps = Omit<Props, 'items' | 'findable'>

/** A menu whose lines are found by typing. */
function Findable({ items, ...floating }: FloatingProps & { items: Props['items'] }) {
  const t = useTexts('ui')
  const { contains } = Menu.useFilter()
  const [query, setQuery] = useState('')
  const found = query === '' ? items : items.filter((item) => isFound(item, (words) => contains(words, query)))
  const hidden = found.length - DRAWN
  return (
    <Menu.FilterProvider filter={null} value={query} onValueChange={setQuery} autoHighlight>
      <Floating {...floating}>
        <div className="in search mf">
          <Icon of={Search} small />
          <Menu.Input placeholder={t('filter.find')} aria-label={t('filter.find')} />
        </div>
        <Menu.List>
          <Lines items={found.slice(0, DRAWN)} anchor={floating.anchor} />
        </Menu.List>
        {!found.some(isChoice) && <div className="ml">{t('filter.none')}</div>}
        {hidden > 0 && <div className="ml">{t('filter.more', { count: hidden })}</div>}
      </Floating>
    </Menu.FilterProvider>
  )
}

/** Whether a line is shown while something is looked for: headings tell of all of them, rules part what is not there any more. */
function isFound(item: MenuItem, matches: (words: string) => boolean): boolean {
  if (item === 'rule') return false
  return 'heading' in item || (typeof item.label === 'string' && matches(item.label))
}

const isChoice = (item: MenuItem) => item !== 'rule' && 'label' in item

function Floating({
  anchor,
  open,
  onOpenChange,
  side,
  align,
  label,
  children,
}: FloatingProps & { children: ReactNode }) {
  return (
    <Menu.Root open={open} onOpenChange={onOpenChange}>
      <Menu.Portal>
        <Menu.Positioner
          className="floating"
          anchor={anchor}
          side={side}
          align={align}
          sideOffset={4}
          collisionPadding={8}
        >
          <Menu.Popup className="menu" finalFocus={anchor} aria-label={label}>
            {children}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

function Lines({ items, anchor }: Pick<Props, 'items' | 'anchor'>) {
  // A line is known by its place: what it says is looked at anew when others are found.
  return items.map((item, at) => <Line key={at} item={item} anchor={anchor} />)
}

function Line({ item, anchor }: { item: MenuItem; anchor: Props['anchor'] }): ReactNode {
  if (item === 'rule') return <hr />
  if ('heading' in item) return <div className="ml">{item.heading}</div>
  const { checked, disabled = false, danger = false, icon, label, after, onSelect } = item
  const face = (
    <>
      {icon && <Icon of={icon} small />}
      <span>{label}</span>
      {(after !== undefined || checked) && <span className="sp" />}
      {after}
      {checked && <Icon of={Check} small className="acc" />}
    </>
  )
  // Once the menu has given the focus back to its button: what the choice opens returns it there, and not to a line that is gone.
  const select = () =>
    void setTimeout(() => {
      anchor.current?.focus()
      onSelect()
    })
  const className = `mi ${danger ? 'err' : ''}`
  if (checked === undefined) {
    return (
      <Menu.Item className={className} disabled={disabled} onClick={select}>
        {face}
      </Menu.Item>
    )
  }
  return (
    <Menu.CheckboxItem
      className={className}
      disabled={disabled}
      checked={checked}
      closeOnClick
      onCheckedChange={select}
    >
      {face}
    </Menu.CheckboxItem>
  )
}
