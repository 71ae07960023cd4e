/** A menu of actions that people need less often, or of a row of a list. */
import Ellipsis from 'lucide-react/icons/ellipsis'
import { type ButtonSize, buttonClasses } from '../forms/button.tsx'
import { Glyph } from '../status/icon.tsx'
import { Menu } from './menu.tsx'
import type { MenuItem } from './menu-list.tsx'

interface Props {
  /** What the actions belong to, if they are not the page's. */
  label?: string
  size?: ButtonSize
  items: readonly MenuItem[]
}

export const MoreActions = ({ label = 'More actions', size = 'base', items }: Props) => (
  <Menu label={label} groups={[{ items }]}>
    {(trigger) => (
      <button
        type="button"
        {...trigger}
        aria-label={label}
        className={buttonClasses(size === 'base' ? 'quiet' : 'ghost', size)}
      >
        <Glyph icon={Ellipsis} />
      </button>
    )}
  </Menu>
)
