/** Shows the people and records that a command concerns, so that an operator can distinguish unknown outcomes. */
import { Fragment, type ReactNode } from 'react'
import { PhoneNumber } from '#components/phone/phone-number.tsx'
import type { Effect } from '#contract/index.ts'
import { DescriptionList, type Fact } from '#ui/layout/section.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import { Time } from '#ui/time/time.tsx'

/** Phone numbers are grouped; e-mail addresses stay as they are. */
const Recipients = ({ people }: { people: readonly string[] }) =>
  people.map((person, index) => (
    <span key={person}>
      {index > 0 && ', '}
      <PhoneNumber number={person} country="none" />
    </span>
  ))

/** The known facts in one line: "+1 202 555 0105, agent Nora" or "Renewals, 25 calls, the first to +1 …, agent Nora". */
export function SubjectLine({ subject }: Pick<Effect, 'subject'>): ReactNode {
  if (subject === null) return null
  const { agentName, batchName, calls, people } = subject
  const recipients = people.length > 0 && <Recipients people={people} />
  const facts: { name: string; fact: ReactNode }[] = [
    { name: 'batch', fact: batchName !== null && <b>{batchName}</b> },
    { name: 'calls', fact: calls !== null && plural(calls, 'call', 'calls') },
    { name: 'people', fact: recipients && (calls === null ? recipients : <>the first to {recipients}</>) },
    { name: 'agent', fact: agentName !== null && `agent ${agentName}` },
  ]
  return facts
    .filter(({ fact }) => fact)
    .map(({ name, fact }, index) => (
      <Fragment key={name}>
        {index > 0 && ', '}
        {fact}
      </Fragment>
    ))
}

/** Everything that is known about the command, shown above the question whether it happened. */
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
    people.length > 0 && {
      term: calls === null ? 'To' : 'First people',
      value: <Recipients people={people} />,
    },
    agentName !== null && { term: 'Agent', value: agentName },
    { term: 'Requested by', value: operator },
    { term: 'Time', value: <Time at={at} show="day-and-time" /> },
  ]
  return <DescriptionList facts={facts.filter((fact) => fact !== false)} />
}
