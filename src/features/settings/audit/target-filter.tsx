/** Filters the audit by its target: one agent, call, operator, … The URL has only its ID, because names are personal data. */
import { useState } from 'react'
import { useSearchResults } from '#components/search/use-search-results.ts'
import { fitsWords, idPattern, type KnownOperator } from '#contract/index.ts'
import { recordKinds } from '#kit/navigation/record-kinds.ts'
import { Combobox } from '#ui/forms/combobox.tsx'

interface Target {
  /** "agent". */
  kind: string
  id: string
  title: string
}

const operatorTarget = ({ id, name }: KnownOperator): Target => ({ kind: 'operator', id, title: name })
const idTarget = (id: string): Target => ({ kind: 'ID', id, title: '' })
const textOf = ({ kind, id, title }: Target) => (title && title !== id ? `${title}, ${kind}` : id)

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
  // The ledger names conversations and calls, but no people.
  const foundRecords = found.filter(({ kind }) => kind !== 'person')
  const resultTargets = foundRecords.map(({ kind, ...rest }): Target => ({ kind: recordKinds[kind].label, ...rest }))
  const searchText = text.trim()
  const operatorTargets = operators.map(operatorTarget)
  const matches: Target[] = [
    ...operatorTargets.filter(({ id, title }) => searchText !== '' && (id === searchText || fitsWords(text, title))),
    ...resultTargets,
  ]
  // An ID can be entered directly, because the search finds neither messages nor anything that the gateway has not seen.
  const typedId =
    idPattern.test(searchText) && !matches.some(({ id }) => id === searchText) ? [idTarget(searchText)] : []
  const items = [...matches, ...typedId]
  const value =
    target === undefined
      ? null
      : ([chosen, ...operatorTargets, ...resultTargets].find((item) => item?.id === target) ?? idTarget(target))
  return (
    <Combobox
      label="Target"
      items={items}
      value={value}
      onChange={(item) => {
        setChosen(item)
        onChange(item?.id)
      }}
      textOf={textOf}
      keyOf={({ kind, id }) => `${kind}/${id}`}
      matches={fitsWords}
      noMatches={
        problem || (searchText === '' ? 'Type a name, or paste an ID.' : 'No results. You can also paste an ID.')
      }
      placeholder="Name or ID"
      onSearch={setText}
    />
  )
}
