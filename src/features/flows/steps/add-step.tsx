/** The kinds of steps to choose from. */
import Plus from 'lucide-react/icons/plus'
import { buttonLook } from '#ui/forms/button.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { Glyph } from '#ui/status/icon.tsx'
import { kindOf, type StepType, stepTypes } from './step-kinds.ts'

interface Props {
  label: string
  hasStart: boolean
  onAdd: (type: StepType) => void
}

export const AddStep = ({ label, hasStart, onAdd }: Props) => (
  <Menu
    label={label}
    groups={[
      {
        items: stepTypes.map((type) => {
          const { word, does, icon } = kindOf(type)
          return {
            key: type,
            label: word,
            note: does,
            icon: <Glyph icon={icon} size="small" />,
            disabledReason: type === 'start' && hasStart && 'There is a start already.',
            onSelect: () => onAdd(type),
          }
        }),
      },
    ]}
  >
    {(trigger) => (
      <button type="button" {...trigger} className={buttonLook('quiet', 'small')}>
        <Glyph icon={Plus} size="small" />
        {label}
      </button>
    )}
  </Menu>
)
