/** Facts that every dialog before a start shows: the agent, its number, how long the calls take, and what happens when. */
import { useSession } from '#api/session.ts'
import { localTimeText } from '#calling-hours/place-texts.ts'
import { PhoneNumber } from '#components/phone/phone-number.tsx'
import type { Agent, Destination } from '#contract/index.ts'
import { countryName } from '#phone/country.ts'
import { plural } from '#ui/text/format-number.ts'
import { withLocalClock } from '#ui/time/format-time.ts'
import { estimatedDuration } from './estimate-texts.ts'

const maxNamedCountries = 3
const destinationText =
  (at: number) =>
  ({ country, zones, calls }: Destination): string => {
    const time = withLocalClock(localTimeText({ country, zones }, at))
    const name = country === null ? 'an unknown country' : countryName(country)
    return `${name} (${plural(calls, 'call', 'calls')}${time && `, ${time} local time`})`
  }

interface Props {
  agent: Pick<Agent, 'name' | 'phoneNumber'>
  /** Calls that this start makes. */
  calls: number
  /** Of all calls in the batch, most first. */
  destinations: readonly Destination[]
  /** When the calls begin, epoch ms. */
  at: number
  /** What happens when, one sentence for each thing. */
  sentences: readonly string[]
  /** Conflicts with calling hours. */
  warnings: readonly string[]
}

export function StartFacts({ agent, calls, destinations, at, sentences, warnings }: Props) {
  const { concurrentCalls } = useSession().plan
  return (
    <>
      <p>
        Agent <em className="font-medium not-italic">{agent.name}</em> calls from{' '}
        <PhoneNumber
          number={agent.phoneNumber}
          country="none"
          none="an unknown number"
          hidden="a number that the service does not show"
        />
        . With {plural(concurrentCalls, 'call', 'calls')} at a time, this takes{' '}
        {estimatedDuration(calls, concurrentCalls)}.
      </p>
      <p>
        The calls in this batch go to {destinations.slice(0, maxNamedCountries).map(destinationText(at)).join(', ')}
        {destinations.length > maxNamedCountries &&
          ` and ${plural(destinations.length - maxNamedCountries, 'more country', 'more countries')}`}
        .
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
