/** The step types (interface 2): their names, icons and fields. */
import Flag from 'lucide-react/icons/flag'
import GitBranch from 'lucide-react/icons/git-branch'
import Mail from 'lucide-react/icons/mail'
import MessageCircleQuestion from 'lucide-react/icons/message-circle-question-mark'
import MessageSquare from 'lucide-react/icons/message-square'
import PhoneForwarded from 'lucide-react/icons/phone-forwarded'
import Play from 'lucide-react/icons/play'
import Square from 'lucide-react/icons/square'
import type { Icon } from '#ui/status/icon.tsx'
import { labelOf, type OutlineLine } from './graph.ts'
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
  /** Shown in the menu of step types. */
  description: string
  /** The fields besides the label. */
  fields: readonly StepField[]
}

const prompt = (label: string, hint?: string): StepField => ({ key: 'prompt', label, hint, isMultiline: true })

export const stepTypes = ['start', 'say', 'ask', 'condition', 'transfer', 'message', 'end'] as const
export type StepType = (typeof stepTypes)[number]

const definitions: Record<StepType, Pick<StepTypeInfo, 'icon' | 'fields'>> = {
  start: { icon: Play, fields: [] },
  say: { icon: MessageSquare, fields: [prompt(texts.spokenText)] },
  ask: { icon: MessageCircleQuestion, fields: [prompt(texts.question)] },
  condition: { icon: GitBranch, fields: [] },
  transfer: {
    icon: PhoneForwarded,
    fields: [
      { key: 'department', label: texts.transferTarget, hint: texts.transferTargetHint },
      prompt(texts.textBeforeTransfer, texts.optionalTextHint),
    ],
  },
  message: {
    icon: Mail,
    fields: [prompt(texts.messageText), { key: 'spoken', label: texts.textDuringMessage, isMultiline: true }],
  },
  end: { icon: Flag, fields: [prompt(texts.goodbye, texts.optionalTextHint)] },
}

export const isStepType = (type: string): type is StepType => (stepTypes as readonly string[]).includes(type)

/** Describes a step type. A type that the interface does not define keeps the name that the service uses. */
export const stepTypeOf = (type: string): StepTypeInfo =>
  isStepType(type)
    ? { name: texts.stepTypeNames[type], description: texts.stepTypeDescriptions[type], ...definitions[type] }
    : {
        name: type || texts.noStepType,
        icon: Square,
        description: texts.unknownStepType,
        fields: [prompt(texts.prompt)],
      }

/** Such as "3. Good time?". */
export const stepName = ({ number, node }: Pick<OutlineLine, 'number' | 'node'>): string =>
  texts.numberedStep(number, labelOf(node) || stepTypeOf(node.type).name)
