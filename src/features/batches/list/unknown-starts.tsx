/** Starts that nobody answered, of the whole team: they stand above everything until somebody has looked. */
import { read, useRead } from '#api/reads.ts'
import { UnknownStart } from '../unknown-start.tsx'

export const unknownStartsRead = read('effectList', { query: { state: 'unknown', limit: 50 } })

export function UnknownStarts() {
  const { data, retry } = useRead(unknownStartsRead)
  const starts = data?.effects.filter(({ endpoint }) => endpoint === 'batchStart') ?? []
  return starts.map(({ id, ids, operator, at }) => (
    <UnknownStart
      key={id}
      facts={{ effectId: id, agentId: ids.agentId ?? null, first: [], by: { operator, at } }}
      onSettled={retry}
    />
  ))
}
