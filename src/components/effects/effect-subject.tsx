/** The people and things that an effect concerns, so that unknown outcomes can be told apart. */
import type { ReactNode } from 'react'
import type { Effect } from '#contract/index.ts'
import { groupNumber } from '#phone/group.ts'
import { DescriptionList, type Fact } from '#ui/layout/section.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import { Time } from '#ui/time/time.tsx'

/** Numbers in groups; addresses as they are. */
export const Recipients = ({ people }: { people: readonly string[] }) =>
  people.map((one, at) => (
    <span key={one}>
      {at > 0 && ', '}
      <span className="mono whitespace-nowrap">{one.startsWith('+') ? groupNumber(one) : one}</span>
    </span>
  ))

/** In one line, as far as it is known: "+1 202 555 0105, by Nora" or "Renewals, 25 calls by Nora, the first to +1 …". */
export function SubjectLine({ subject }: Pick<Effect, 'subject'>): ReactNode {
  if (subject === null) return null
  const { agentName, batchName, calls, people } = subject
  return (
    <>
      {batchName !== null && <b>{batchName}</b>}
      {calls !== null && `, ${plural(calls, 'call', 'calls')}`}
      {calls !== null && people.length > 0 && ', the first to '}
      {calls === null && batchName !== null && people.length > 0 && ', '}
      <Recipients people={people} />
      {agentName !== null && `${batchName === null && people.length === 0 ? '' : ', '}agent ${agentName}`}
    </>
  )
}

/** Everything that is known of the effect, shown above the question what became of it. */
export function EffectSubject({
  effect: { subject, operator, at },
}: {
  effect: Pick<Effect, 'subject' | 'operator' | 'at'>
}) {
  const { agentName, batchName, calls, people } = subject ?? {
    agentName: null,
    batchName: null,
    calls: null,
    people: [],
  }
  const facts: (Fact | false)[] = [
    batchName !== null && { term: 'Batch', value: batchName },
    calls !== null && { term: 'People', value: number(calls) },
    people.length > 0 && { term: calls === null ? 'To' : 'First people', value: <Recipients people={people} /> },
    agentName !== null && { term: 'Agent', value: agentName },
    { term: 'Asked for by', value: operator },
    { term: 'At', value: <Time at={at} show="day-and-time" /> },
  ]
  return <DescriptionList facts={facts.filter((fact) => fact !== false)} />
}
