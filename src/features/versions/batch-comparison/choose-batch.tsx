/** Chooses the batch to compare with: one of the latest, or any other by its name or ID. */
import { useState } from 'react'
import { useRead } from '#api/reads.ts'
import { latestBatchesRead } from '#api/status.ts'
import { useSearchResults } from '#components/search/use-search-results.ts'
import { fitsWords } from '#contract/index.ts'
import { Combobox } from '#ui/forms/combobox.tsx'
import { dayAndTime } from '#ui/time/format-time.ts'
import * as texts from './texts.ts'

interface Choice {
  batchId: string
  name: string
  /** Epoch ms; null: unknown. */
  startedAt: number | null
}

interface Props {
  /** The batch that is compared. */
  batchId: string
  other: Choice | null
  onChange: (batchId: string | undefined) => void
}

const textOf = ({ batchId, name, startedAt }: Choice) =>
  [name || batchId, startedAt !== null && dayAndTime(startedAt)].filter(Boolean).join(', ')

export function ChooseBatch({ batchId, other, onChange }: Props) {
  const [text, setText] = useState('')
  const { found, problem } = useSearchResults(text)
  const latest = useRead(latestBatchesRead).data?.batches ?? []
  const known: Choice[] = latest.filter((batch) => text.trim() === '' || fitsWords(text, textOf(batch)))
  const searched = found
    .filter(({ kind, id }) => kind === 'batch' && !known.some((batch) => batch.batchId === id))
    .map(({ id, title }): Choice => ({ batchId: id, name: title, startedAt: null }))
  return (
    <Combobox
      label={texts.compareWith}
      items={[...known, ...searched].filter((choice) => choice.batchId !== batchId)}
      value={other}
      onChange={(choice) => {
        setText('')
        onChange(choice?.batchId)
      }}
      textOf={textOf}
      keyOf={(choice) => choice.batchId}
      matches={fitsWords}
      noMatches={problem || texts.noMatches}
      placeholder={texts.searchPlaceholder}
      onSearch={setText}
      onClosed={() => setText('')}
    />
  )
}
