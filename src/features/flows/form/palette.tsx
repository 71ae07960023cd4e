/** The step types, to drag into the diagram or to add after the selected step. */
import { IconButton } from '#ui/forms/icon-button.tsx'
import type { PanelActions } from '../panels/panel-actions.ts'
import { type StepType, stepTypeInDrag, stepTypeOf, stepTypes } from '../steps/step-types.ts'

interface Props {
  selectedId: string | null
  hasStart: boolean
  add: PanelActions['add']
}

const offered = (type: StepType, hasStart: boolean) => type !== 'start' || !hasStart

export const Palette = ({ selectedId, hasStart, add }: Props) => (
  <ul aria-label="Step types" className="flex items-center">
    {stepTypes
      .filter((type) => offered(type, hasStart))
      .map((type) => (
        <li key={type}>
          <IconButton
            size="small"
            icon={stepTypeOf(type).icon}
            label={`Add ${stepTypeOf(type).name}: click, or drag it into the diagram`}
            onClick={() => add(type, selectedId)}
            draggable
            onDragStart={({ dataTransfer }) => {
              dataTransfer.setData(stepTypeInDrag, type)
              dataTransfer.effectAllowed = 'copy'
            }}
          />
        </li>
      ))}
  </ul>
)
