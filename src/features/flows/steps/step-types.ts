/** The step types (interface 2): their names, icons and fields. */
import Flag from 'lucide-react/icons/flag'
import GitBranch from 'lucide-react/icons/git-branch'
import Mail from 'lucide-react/icons/mail'
import MessageCircleQuestion from 'lucide-react/icons/message-circle-question-mark'
import MessageSquare from 'lucide-react/icons/message-square'
import PhoneForwarded from 'lucide-react/icons/phone-forwarded'
import Play from 'lucide-react/icons/play'
import Square from 'lucide-react/icons/square'
import { labelOf } from '#flow-engine/graph.ts'
import type { Icon } from '#ui/status/icon.tsx'
import type { OutlineLine } from './graph.ts'
import * as texts from './texts.tsx'

export interface StepField {
  /** The name of the field in the step's `data`. */
  key: string
  label: string
  hint?: string
  isMultiline?: boolean
}

export interface StepTypeInfo {
  name: string
  icon: Icon
  /** The CSS class of the type's own colour. */
  colour: string
  /** Shown in the menu of step types. */
  description: string
  /** The fields besides the label. */
  fields: readonly StepField[]
}

const prompt = (label: string, hint?: string): StepField => ({ key: 'prompt', label, hint, isMultiline: true })

export const stepTypes = ['start', 'say', 'ask', 'condition', 'transfer', 'message', 'end'] as const
export type StepType = (typeof stepTypes)[number]

/** The type of the data while a step type is dragged from the palette. */
export const stepTypeInDrag = 'application/x-switchboard-step-type'

const definitions: Record<StepType, Pick<StepTypeInfo, 'icon' | 'colour' | 'fields'>> = {
  start: { icon: Play, colour: 'text-step-start', fields: [] },
  say: { icon: MessageSquare, colour: 'text-step-say', fields: [prompt('What the agent says')] },
  ask: { icon: MessageCircleQuestion, colour: 'text-step-ask', fields: [prompt('What the agent asks')] },
  condition: { icon: GitBranch, colour: 'text-step-condition', fields: [] },
  transfer: {
    icon: PhoneForwarded,
    colour: 'text-step-transfer',
    fields: [
      { key: 'department', label: 'Transfer to', hint: 'A department or a person.' },
      prompt('What the agent says before the transfer', texts.optionalTextHint),
    ],
  },
  message: {
    icon: Mail,
    colour: 'text-step-message',
    fields: [
      prompt('Text message'),
      { key: 'spoken', label: 'What the agent says while sending it', isMultiline: true },
    ],
  },
  end: { icon: Flag, colour: 'text-step-end', fields: [prompt('Goodbye', texts.optionalTextHint)] },
}

export const isStepType = (type: string): type is StepType => (stepTypes as readonly string[]).includes(type)

/** Describes a step type. A type that the interface does not define keeps the name that the service uses. */
export const stepTypeOf = (type: string): StepTypeInfo =>
  isStepType(type)
    ? { name: texts.stepTypeNames[type], description: texts.stepTypeDescriptions[type], ...definitions[type] }
    : {
        name: type || 'No type',
        icon: Square,
        colour: 'text-muted',
        description: 'Switchboard does not know this step type',
        fields: [prompt('Prompt')],
      }

/** Such as "3. Good time?". */
export const stepName = ({ number, node }: Pick<OutlineLine, 'number' | 'node'>): string =>
  `${number}. ${labelOf(node) || stepTypeOf(node.type).name}`
