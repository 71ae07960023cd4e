/** Filters the audit by one agent, call, operator, … The search text is sent in a body, and the URL has only the ID. */
import { useState } from 'react'
import { useSearchResults } from '#components/search/use-search-results.ts'
import { fitsWords, idPattern, type KnownOperator } from '#contract/index.ts'
import { thingKinds } from '#kit/navigation/thing-kinds.ts'
import { Combobox } from '#ui/forms/combobox.tsx'
import * as texts from './texts.tsx'

interface Target {
  /** "agent". */
  kind: string
  id: string
  title: string
}

const operatorTarget = ({ id, name }: KnownOperator): Target => ({ kind: texts.operatorKind, id, title: name })
const idTarget = (id: string): Target => ({ kind: texts.idKind, id, title: '' })
const textOf = ({ kind, id, title }: Target) => (title && title !== id ? texts.namedTarget(title, kind) : id)

interface Props {
  /** Its ID; undefined: no filter. */
  target: string | undefined
  operators: readonly KnownOperator[]
  onChange: (target: string | undefined) => void
}

export function TargetFilter({ target, operators, onChange }: Props) {
  const [text, setText] = useState(target ?? '')
  const [chosen, setChosen] = useState<Target | null>(null)
  const { found, problem } = useSearchResults(text)
  const things = found.map(({ kind, ...rest }): Target => ({ kind: thingKinds[kind].label, ...rest }))
  const wanted = text.trim()
  const people = operators.map(operatorTarget)
  const known: Target[] = [
    ...people.filter(({ id, title }) => wanted !== '' && (id === wanted || fitsWords(text, title))),
    ...things,
  ]
  // Search finds no messages, and nothing that the gateway has not seen.
  const asTyped = idPattern.test(wanted) && !known.some(({ id }) => id === wanted) ? [idTarget(wanted)] : []
  const items = [...known, ...asTyped]
  const value =
    target === undefined ? null : ([chosen, ...people, ...things].find((one) => one?.id === target) ?? idTarget(target))
  return (
    <Combobox
      label={texts.targetFilter}
      items={items}
      value={value}
      onChange={(item) => {
        setChosen(item)
        onChange(item?.id)
      }}
      textOf={textOf}
      keyOf={({ kind, id }) => `${kind}/${id}`}
      fits={fitsWords}
      none={problem || (wanted === '' ? texts.targetHint : texts.noMatchingTarget)}
      placeholder={texts.targetPlaceholder}
      onSearch={setText}
    />
  )
}
