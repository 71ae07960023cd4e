/** One thing of the audit, by its name or ID. What is typed goes to the gateway in a body; the address holds the ID alone. */
import { useState } from 'react'
import { useSearchResults } from '#components/search/use-search-results.ts'
import { fitsWords, idPattern, type KnownOperator } from '#contract/index.ts'
import { thingKinds } from '#kit/navigation/thing-kinds.ts'
import { Combobox } from '#ui/forms/combobox.tsx'

interface Thing {
  /** In words. */
  kind: string
  id: string
  title: string
}

const ofOperator = ({ id, name }: KnownOperator): Thing => ({ kind: 'operator', id, title: name })
const textOf = ({ kind, id, title }: Thing) => (title && title !== id ? `${title}, ${kind}` : id)

interface Props {
  /** The ID in the address. */
  thing: string | undefined
  operators: readonly KnownOperator[]
  onChange: (thing: string | undefined) => void
}

export function ThingFilter({ thing, operators, onChange }: Props) {
  const [text, setText] = useState(thing ?? '')
  const [chosen, setChosen] = useState<Thing | null>(null)
  const { found, problem } = useSearchResults(text)
  const things = found.map(({ kind, ...rest }): Thing => ({ kind: thingKinds[kind].word, ...rest }))
  const wanted = text.trim()
  const people = operators.map(ofOperator)
  const known: Thing[] = [
    ...people.filter(({ id, title }) => wanted !== '' && (id === wanted || fitsWords(text, title))),
    ...things,
  ]
  // A message, or what nobody here has seen.
  const asTyped: Thing[] =
    idPattern.test(text.trim()) && !known.some(({ id }) => id === text.trim())
      ? [{ kind: 'ID', id: text.trim(), title: '' }]
      : []
  const items = [...known, ...asTyped]
  const value =
    thing === undefined
      ? null
      : ([chosen, ...people, ...things].find((one) => one?.id === thing) ?? {
          kind: 'ID',
          id: thing,
          title: '',
        })
  return (
    <Combobox
      label="Which"
      items={items}
      value={value}
      onChange={(item) => {
        setChosen(item)
        onChange(item?.id)
      }}
      textOf={textOf}
      keyOf={({ kind, id }) => `${kind}/${id}`}
      fits={fitsWords}
      none={problem || (wanted === '' ? 'Type a name, or paste an ID.' : 'Nothing that the team has seen fits.')}
      placeholder="Name or ID"
      onSearch={setText}
    />
  )
}
