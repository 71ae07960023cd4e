/** Starts that nobody answered, of the whole team: they stand above everything until somebody has looked. */
import { read, useRead } from '#api/reads.ts'
import { UnknownStart } from '../unknown-start.tsx'

export const unknownStartsRead = read('effectList', { query: { state: 'unknown', limit: 50 } })

export function UnknownStarts() {
  const { data, retry } = useRead(unknownStartsRead)
  const starts = data?.effects.filter(({ endpoint }) => endpoint === 'batchStart') ?? []
  return starts.map((effect) => (
    <UnknownStart
      key={effect.id}
      facts={{ effectId: effect.id, agentId: effect.ids.agentId ?? null, effect }}
      onSettled={retry}
    />
  ))
}
