/** A menu button that adds a step of the chosen type. */
import Plus from 'lucide-react/icons/plus'
import { buttonClasses } from '#ui/forms/button.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { Glyph } from '#ui/status/icon.tsx'
import { type StepType, stepTypeOf, stepTypes } from '../steps/step-types.ts'

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
          const { name, description, icon } = stepTypeOf(type)
          return {
            key: type,
            label: name,
            note: description,
            icon: <Glyph icon={icon} size="small" />,
            disabledReason: type === 'start' && hasStart && 'This flow already has a start step.',
            onSelect: () => onAdd(type),
          }
        }),
      },
    ]}
  >
    {(trigger) => (
      <button type="button" {...trigger} className={buttonClasses('quiet', 'small')}>
        <Glyph icon={Plus} size="small" />
        {label}
      </button>
    )}
  </Menu>
)
