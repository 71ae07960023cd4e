/** The facts that every question before a start shows: who calls, from which number, how long it takes, and what happens when. */

import { useSession } from '#api/session.ts'
import { PhoneNumber } from '#components/phone/phone-number.tsx'
import type { Agent } from '#contract/index.ts'
import { plural } from '#ui/text/format-number.ts'
import { takes } from './estimate.ts'

interface Props {
  agent: Pick<Agent, 'name' | 'phoneNumber'>
  /** Calls that this start makes. */
  calls: number
  /** What happens when, one sentence for each thing. */
  sentences: readonly string[]
  /** What the calling hours say against it. */
  warnings: readonly string[]
}

export function StartFacts({ agent, calls, sentences, warnings }: Props) {
  const atOnce = useSession().plan.concurrentCalls
  return (
    <>
      <p>
        Agent <em className="font-medium not-italic">{agent.name}</em> will call from{' '}
        <PhoneNumber
          number={agent.phoneNumber}
          country="none"
          none="no known number"
          hidden="a number that the service does not show"
        />
        . At {plural(atOnce, 'call', 'calls')} at a time this takes {takes(calls, atOnce)}.
      </p>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {warnings.map((sentence) => (
        <p key={sentence} className="font-medium">
          {sentence}
        </p>
      ))}
    </>
  )
}
