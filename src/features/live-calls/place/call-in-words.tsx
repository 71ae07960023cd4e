/** The call in words, before it is placed: who calls whom, where and when that is, and what the agent says first. */
import { placeOf } from '#calling-hours/people.ts'
import { placeText } from '#calling-hours/place-texts.ts'
import { PhoneNumber } from '#components/phone/phone-number.tsx'
import { readTypedNumber } from '#components/phone/typed-number.ts'
import { useLocalTime } from '#components/phone/use-local-time.ts'
import type { Agent, Flow } from '#contract/index.ts'
import { rehearse } from '#flow-engine/rehearse.ts'
import { isOutsideWorkingHours, settingsOf } from '#flow-engine/settings.ts'
import { spokenAgentName } from '#flow-engine/variables.ts'
import { countryName } from '#phone/country.ts'
import { planOf } from '#phone/plans.ts'
import { cx } from '#ui/classes.ts'
import { Section } from '#ui/layout/section.tsx'
import { plural } from '#ui/text/format-number.ts'
import { visible } from '#ui/text/visible-text.tsx'
import { useGatewayTime } from '#ui/time/clock.ts'
import * as texts from './texts.tsx'

/** The countries of the code with which a number begins, also before all of it is typed. Digits that are missing decide which of them it is. */
function countriesOfCode(typed: string): string {
  const plan = typed.trim().startsWith('+') ? planOf(typed.replaceAll(/\D/g, '')) : undefined
  if (!plan) return ''
  const [main = '', ...others] = plan.countries
  const name = countryName(main)
  return `+${plan.code}: ${others.length === 0 ? name : `${name} or ${plural(others.length, 'other country', 'other countries')}`}`
}

/** The country of a number while it is typed. */
export function TypedCountry({ typed }: { typed: string }) {
  const number = readTypedNumber(typed)
  if (number.ok) return <PhoneNumber number={number.e164} country="name" />
  return countriesOfCode(typed) || 'Include + and the country code, for example +44 7700 900123.'
}

/** What is said first, as far as the flow decides it before the person has answered. */
function FirstWords({ agent, flow, toNumber }: { agent: Agent; flow: Flow; toNumber: string }) {
  const isOutsideHours = isOutsideWorkingHours(settingsOf(flow), useGatewayTime(60_000))
  const values = { agent: spokenAgentName(agent.name), phone_number: toNumber }
  const events = rehearse(flow, { customer: 'typed', values, isOutsideHours }, []).moves.map(({ event }) => event)
  const isSpokenTo = events[0]?.kind === 'customer'
  const said = events.find((event) => event.kind === 'agent' && event.pieces.length > 0)
  if (said?.kind !== 'agent')
    return <p className="text-soft">{isSpokenTo && 'The person speaks first. '}The agent uses its own words.</p>
  const text = said.pieces.map((piece) => (piece.kind === 'missing' ? `{${piece.name}}` : piece.text)).join('')
  return (
    <>
      <p className="text-soft">
        {isSpokenTo
          ? 'The person speaks first. The agent then says:'
          : said === events[0]
            ? 'The agent says:'
            : 'The agent greets in its own words, and then says:'}
      </p>
      <blockquote dir="auto" className="border-l-2 border-line-strong pl-3 reading break-words whitespace-pre-wrap">
        {visible(text)}
      </blockquote>
    </>
  )
}

function WhereAndWhen({ toNumber }: { toNumber: string }) {
  const place = placeOf(toNumber)
  const time = useLocalTime(place)
  if (!time) return <p>{placeText(place)}. The time there is not known.</p>
  return (
    <p>
      {placeText(place)}: it is {time.text} there
      {time.isOutsideHours !== null && (
        <>
          ,{' '}
          <span className={cx('font-medium', time.isOutsideHours && 'text-attention-ink')}>
            {time.isOutsideHours ? 'outside' : 'inside'} the calling hours
          </span>
        </>
      )}
      .
    </p>
  )
}

interface Props {
  /** The chosen agent, if it is loaded. */
  agent: Agent | undefined
  flow: Flow | null
  /** E.164; '' until a whole number is typed. */
  toNumber: string
}

export const CallInWords = ({ agent, flow, toNumber }: Props) => (
  <Section title="This call">
    <div className="flex flex-col gap-2">
      <p className="reading break-words">
        {agent ? <b dir="auto">{visible(agent.name)}</b> : texts.someAgent} calls{' '}
        {toNumber === '' ? (
          'the number that you type'
        ) : (
          <b>
            <PhoneNumber number={toNumber} country="none" />
          </b>
        )}
        {agent?.phoneNumber && (
          <>
            {' '}
            from <PhoneNumber number={agent.phoneNumber} country="none" />
          </>
        )}
        .
      </p>
      {toNumber !== '' && <WhereAndWhen toNumber={toNumber} />}
      {agent && flow && <FirstWords agent={agent} flow={flow} toNumber={toNumber} />}
    </div>
  </Section>
)
