/** The changes between two versions, each with its values. Longer texts show what changed word by word. */
import ArrowRight from 'lucide-react/icons/arrow-right'
import { MarkedDifference } from '#components/difference/marked-difference.tsx'
import * as texts from '#components/versions/change-texts.ts'
import { changeText, type RecordChange } from '#contract/index.ts'
import { Glyph } from '#ui/status/icon.tsx'
import { MarkedText, visible } from '#ui/text/visible-text.tsx'

/** Texts that are longer than this are compared word by word. */
const shortLength = 40

/** A value as text: the words of a step, a number, yes or no, else JSON. */
function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return String(value)
  return JSON.stringify(value, null, 2)
}

const isShort = (text: string) => text.length <= shortLength && !text.includes('\n')

interface ValuesProps {
  change: RecordChange
  label: string
  agentNames: Readonly<Record<string, string>>
}

function Values({ change, label, agentNames }: ValuesProps) {
  // The names of a step, rule or connection that was added or removed say what it is.
  if (change.part !== 'field' && change.field === '') return <AddedText change={change} label={label} />
  if (change.field === 'position') return null
  const named = (value: unknown) => (isAgentField(change) && agentNames[String(value)]) || valueText(value)
  const [from, to] = [named(change.from), named(change.to)]
  if (isShort(from) && isShort(to))
    return (
      <p className="flex min-w-0 flex-wrap items-center gap-x-2">
        <span className="sr-only">{'before: '}</span>
        <span className="min-w-0 break-words text-muted">{from === '' ? texts.noValue : visible(from)}</span>
        <Glyph icon={ArrowRight} size="small" />
        <span className="sr-only">{'after: '}</span>
        <span className="min-w-0 font-medium break-words">{to === '' ? texts.noValue : visible(to)}</span>
      </p>
    )
  return <MarkedDifference before={from} after={to} label={label} />
}

/** The prompt of a step that was added or removed. */
function AddedText({ change: { from, to }, label }: { change: RecordChange; label: string }) {
  const promptOf = (item: unknown) => {
    const { data } = (item ?? {}) as { data?: { prompt?: unknown } }
    return typeof data?.prompt === 'string' ? data.prompt : ''
  }
  const [before, after] = [promptOf(from), promptOf(to)]
  return before === '' && after === '' ? null : <MarkedDifference before={before} after={after} label={label} />
}

const isAgentField = ({ part, field }: RecordChange) => part === 'field' && (field === 'agentId' || field === 'agent')

interface Props {
  changes: readonly RecordChange[]
  /** Names the list for screen readers. */
  label: string
  /** Names of agents by their IDs. */
  agentNames: Readonly<Record<string, string>>
}

export const ChangeList = ({ changes, label, agentNames }: Props) => (
  <ul aria-label={label} className="divide-y divide-line">
    {changes.map((change, index) => {
      const text = changeText(change)
      return (
        <li key={`${index} ${text}`} className="flex min-w-0 flex-col gap-1 py-2 first:pt-0 last:pb-0">
          <span className="font-medium break-words">{visible(text)}</span>
          <Values change={change} label={text} agentNames={agentNames} />
        </li>
      )
    })}
  </ul>
)

/** A field of a record with its value. */
export interface RecordField {
  field: string
  value: unknown
}

/** The fields of a record, those of nested objects by themselves. Steps and rules are only counted. */
export function fieldsOf(record: Readonly<Record<string, unknown>>, prefix = ''): RecordField[] {
  return Object.entries(record).flatMap(([name, value]): RecordField[] => {
    const field = prefix === '' ? name : `${prefix}.${name}`
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    if (field === 'flowData' && isObject) {
      const { nodes, edges } = value as { nodes?: unknown[]; edges?: unknown[] }
      const counts = [texts.counted(nodes?.length ?? 0, 'step'), texts.counted(edges?.length ?? 0, 'connection')]
      return [{ field, value: counts.join(', ') }]
    }
    if (field === 'rules' && Array.isArray(value)) return [{ field, value: texts.counted(value.length, 'rule') }]
    return isObject ? fieldsOf(value as Record<string, unknown>, field) : [{ field, value }]
  })
}

/** A value of a record as it was. */
export function RecordValue({ value }: { value: unknown }) {
  const text = valueText(value)
  if (text === '') return <span className="text-muted">{texts.noValue}</span>
  return isShort(text) ? visible(text) : <MarkedText text={text} />
}
