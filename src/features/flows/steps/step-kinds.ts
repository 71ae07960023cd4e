/** The kinds of steps (interface 2), in one table: their words, their looks and what their data hold. */
import Flag from 'lucide-react/icons/flag'
import GitBranch from 'lucide-react/icons/git-branch'
import Mail from 'lucide-react/icons/mail'
import MessageCircleQuestion from 'lucide-react/icons/message-circle-question-mark'
import MessageSquare from 'lucide-react/icons/message-square'
import PhoneForwarded from 'lucide-react/icons/phone-forwarded'
import Play from 'lucide-react/icons/play'
import Square from 'lucide-react/icons/square'
import type { Icon } from '#ui/status/icon.tsx'

export interface StepField {
  /** In the node's `data`. */
  key: string
  label: string
  hint?: string
  long?: boolean
}

export interface StepKind {
  word: string
  icon: Icon
  /** What it is for, in a line of the menu. */
  does: string
  /** What its data hold beside the label. */
  fields: readonly StepField[]
}

const prompt = (label: string, hint?: string): StepField => ({ key: 'prompt', label, hint, long: true })

export const stepTypes = ['start', 'say', 'ask', 'condition', 'transfer', 'message', 'end'] as const
export type StepType = (typeof stepTypes)[number]

const kinds: Record<StepType, StepKind> = {
  start: { word: 'Start', icon: Play, does: 'Where every call begins', fields: [] },
  say: { word: 'Say', icon: MessageSquare, does: 'The agent says something', fields: [prompt('What the agent says')] },
  ask: {
    word: 'Ask',
    icon: MessageCircleQuestion,
    does: 'The agent asks and waits for the answer',
    fields: [prompt('What the agent asks')],
  },
  condition: {
    word: 'Condition',
    icon: GitBranch,
    does: 'The way forks; each connection says when it is taken',
    fields: [],
  },
  transfer: {
    word: 'Transfer',
    icon: PhoneForwarded,
    does: 'A colleague takes over',
    fields: [
      { key: 'department', label: 'Transfer to', hint: 'A department or a person.' },
      prompt('What the agent says before', 'Left empty, the agent finds its own words.'),
    ],
  },
  message: {
    word: 'Message',
    icon: Mail,
    does: 'A text message is sent',
    fields: [prompt('Text message'), { key: 'spoken', label: 'What the agent says meanwhile', long: true }],
  },
  end: {
    word: 'End',
    icon: Flag,
    does: 'The call ends',
    fields: [prompt('Goodbye', 'Left empty, the agent finds its own words.')],
  },
}

export const isStepType = (type: string): type is StepType => (stepTypes as readonly string[]).includes(type)

/** The kind of a step; one that the interface does not name is kept, and known by its own word. */
export const kindOf = (type: string): StepKind =>
  isStepType(type)
    ? kinds[type]
    : {
        word: type || 'No type',
        icon: Square,
        does: 'A kind of step that is kept as it is',
        fields: [prompt('Prompt')],
      }
