/** A menu of the actions on a record that people need less often. */
import Ellipsis from 'lucide-react/icons/ellipsis'
import { buttonClasses } from '#ui/forms/button.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import type { MenuItem } from '#ui/overlays/menu-list.tsx'
import { Glyph } from '#ui/status/icon.tsx'
import * as texts from './texts.tsx'

export const MoreActions = ({ items }: { items: readonly MenuItem[] }) => (
  <Menu label={texts.moreActions} groups={[{ items }]}>
    {(trigger) => (
      <button type="button" {...trigger} aria-label={texts.moreActions} className={buttonClasses('quiet')}>
        <Glyph icon={Ellipsis} />
      </button>
    )}
  </Menu>
)
