/** Facts that every dialog before a start shows: the agent, its number, how long the calls take, and what happens when. */
import { useSession } from '#api/session.ts'
import { PhoneNumber } from '#components/phone/phone-number.tsx'
import type { Agent } from '#contract/index.ts'
import { plural } from '#ui/text/format-number.ts'
import { estimatedDuration } from './estimate-texts.ts'

interface Props {
  agent: Pick<Agent, 'name' | 'phoneNumber'>
  /** Calls that this start makes. */
  calls: number
  /** What happens when, one sentence for each thing. */
  sentences: readonly string[]
  /** Conflicts with calling hours. */
  warnings: readonly string[]
}

export function StartFacts({ agent, calls, sentences, warnings }: Props) {
  const { concurrentCalls } = useSession().plan
  return (
    <>
      <p>
        {
          <>
            Agent <em className="font-medium not-italic">{agent.name}</em> calls from{' '}
            <PhoneNumber
              number={agent.phoneNumber}
              country="none"
              none="an unknown number"
              hidden="a number that the service does not show"
            />
            . With {plural(concurrentCalls, 'call', 'calls')} at a time, this takes{' '}
            {estimatedDuration(calls, concurrentCalls)}.
          </>
        }
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
