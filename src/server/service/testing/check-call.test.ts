/** Facts of simulated calls. `SOAK=20 npx vitest run src/server/service/testing/check-call.test.ts` checks 8,000. */
import { describe, expect, it, test } from 'vitest'
import { scaleForSoak } from '#tools/soak-scale.ts'
import * as callers from '../carrier/lines/callers.ts'
import type { Line, Script } from '../carrier/simulate-call.ts'
import { isOneOf } from './check-answers.ts'
import { checkCall, ruleNames } from './check-call.ts'
import { type SimulatedCall, simulatedCalls } from './simulated-calls.ts'

const count = scaleForSoak(400)
const calls = simulatedCalls('facts', count)

it('no simulated call says what cannot be true', { tags: ['soak'], timeout: 120_000 }, () => {
  const violations = calls.flatMap((call, i) =>
    checkCall(call).map(({ rule, detail }) => `call ${i + 1}, ${call.flow.name}: ${rule}: ${detail}`),
  )
  expect(violations).toEqual([])
})

it('a number belongs to one name, and a name to one number', () => {
  const people = calls.map(({ customer }) => [`${customer.firstName} ${customer.lastName}`, customer.phone] as const)
  const named = new Map(people)
  const numbered = new Map(people.map(([name, phone]) => [phone, name]))
  expect(people.filter(([name, phone]) => named.get(name) !== phone || numbered.get(phone) !== name)).toEqual([])
})

it('a department calls a number once, as nobody renews a plan twice within weeks', () => {
  const numbers = calls.slice(0, 200).map(({ flow, customer }) => `${flow.department} ${customer.phone}`)
  expect(numbers.filter((number, i) => numbers.indexOf(number) !== i)).toEqual([])
})

it('a number stays that of its customer, or of somebody else', () => {
  const strangers = [...callers.wrongNumberLines, ...callers.movedLines]
  const named = calls.filter(({ facts, script }) => facts.customerName !== null && script.outcome === 'completed')
  const wrong = named.filter(({ script }) =>
    script.lines.some(({ role, content }) => role === 'customer' && isOneOf(content, strangers)),
  )
  const numbers = new Set(wrong.map(({ customer }) => customer.phone))
  expect(numbers.size).toBeGreaterThan(5)
  expect(named.filter((call) => numbers.has(call.customer.phone) && !wrong.includes(call))).toEqual([])
})

it('technicians visit customers of one country', () => {
  const countries = new Map<string, Set<string>>()
  for (const { customer, script } of calls)
    for (const { content } of script.lines)
      for (const [, name = ''] of content.matchAll(/calling about (\p{Lu}\p{L}+)'s visit/gu))
        countries.set(name, (countries.get(name) ?? new Set()).add(customer.phone.replace(/^\+(1|\d\d).*/, '$1')))
  expect(countries.size).toBeGreaterThan(4)
  expect([...countries].filter(([, codes]) => codes.size > 1)).toEqual([])
})

describe('the shares of calls', () => {
  const answered = calls.filter(({ script }) => script.outcome === 'completed')
  const shareOf = (matches: (call: SimulatedCall) => boolean) => answered.filter(matches).length / answered.length

  it('let one talk in eight end badly', () => {
    const share = shareOf(({ script }) => script.moods.at(-1)?.sentiment === 'negative')
    expect(share).toBeGreaterThan(0.08)
    expect(share).toBeLessThan(0.17)
  })

  it('have strangers, call-backs and people who want no calls', () => {
    const says = (pattern: RegExp) => shareOf(({ script }) => script.lines.some(({ content }) => pattern.test(content)))
    for (const pattern of [
      /wrong number|by that name/,
      /moved|live here/,
      /off (our|the) .*list|off the list/,
      / at \d+/,
    ])
      expect(says(pattern)).toBeGreaterThan(0.005)
  })
})

describe('the checker finds', () => {
  const callOf = (flowName: string, matches: (call: SimulatedCall) => boolean = () => true): SimulatedCall => {
    const found = calls.find(
      (call) =>
        call.flow.name === flowName &&
        call.script.outcome === 'completed' &&
        checkCall(call).length === 0 &&
        matches(call),
    )
    if (found === undefined) throw new Error(`no such call of ${flowName}`)
    return found
  }
  const line = (role: Line['role'], content: string, at = 500): Line => ({ at, role, content, moodChange: 0 })
  const withScript = (call: SimulatedCall, changes: Partial<Script>): SimulatedCall => ({
    ...call,
    script: { ...call.script, ...changes },
  })
  /** The call with lines in place of its last ones. */
  const saying = (call: SimulatedCall, ...lines: Line[]): SimulatedCall =>
    withScript(call, { lines: [...call.script.lines.slice(0, 2), ...lines] })
  const texting = (call: SimulatedCall, text: string) => withScript(call, { followUp: { text, isDraft: true } })
  /** The day after the call: `November 5th`, with `th` for every number, as nothing but its digits is read. */
  const dayAfter = ({ facts }: SimulatedCall) =>
    `${new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' }).format(facts.dialledAt + 86_400_000)}th`
  const american = callOf('Appointment reminder')
  const british = callOf('Plan renewal, UK')
  const swede = callOf('Yearly check booking, EU', ({ customer }) => customer.phone.startsWith('+46'))
  const recalled = callOf('Safety notice: filter recall')
  const debtor = callOf('Overdue invoice')
  const welcomed = callOf('Welcome call')
  /** The Friday after the call, or its own day if that is a Friday. */
  const dayBeforeWeekend = ({ facts }: SimulatedCall) => {
    const day = new Date(facts.dialledAt)
    const friday = facts.dialledAt + ((5 - day.getUTCDay() + 7) % 7) * 86_400_000
    return `${new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' }).format(friday)}th`
  }
  const broken: Record<string, SimulatedCall> = {
    'strangers hear nothing of the matter': saying(
      american,
      line('customer', "You've got the wrong number, I'm afraid."),
      line('agent', "I'm sorry, it was about a visit of our technician."),
    ),
    'wrong persons get an apology': saying(
      american,
      line('customer', "You've got the wrong number, I'm afraid."),
      line('agent', 'Goodbye.'),
    ),
    'dates exist and lie ahead': saying(american, line('agent', 'It is on Friday, November 31st.')),
    'visits, deliveries and payments are on working days': saying(american, line('agent', 'So, Saturday, March 6th.')),
    'the text message names dates of the call': texting(american, 'See you on Thursday, April 29th.'),
    'call-backs lie ahead, within hours': saying(american, line('agent', "I'll call tomorrow at 11 pm.")),
    'call-backs come before what they are about': saying(
      american,
      line('agent', `It is on ${dayAfter(american)}.`),
      line('customer', "I'm driving. Can you call back?"),
      line('agent', 'May I call you tomorrow at 10 am?'),
    ),
    'nobody is called while away': saying(
      american,
      line('customer', "Hm, no. I'm away the whole week."),
      line('agent', "Then I'll call you again next week with other days."),
    ),
    'a year is long enough for what happened in it': {
      ...saying(american, line('agent', 'You had two repairs with us this year.')),
      facts: { ...american.facts, dialledAt: Date.UTC(2027, 0, 4, 18) },
    },
    'calls are by day': { ...american, facts: { ...american.facts, dialledAt: Date.UTC(2026, 10, 20, 8) } },
    'wishes fit the time of day': saying(american, line('agent', 'Good morning, good afternoon, good evening.')),
    'prices are in the money of the country, and of its size': saying(british, line('agent', 'It is $24.90 a month.')),
    'two halves are the whole': saying(
      debtor,
      line('agent', "There's an invoice of $300.00 open."),
      line('agent', 'Would two halves help, $160.00 now?'),
    ),
    'times are said as in the country': saying(swede, line('agent', 'At 2:30 pm.')),
    'agent and customer are called by their names': saying(american, line('agent', 'Hi Zebedee, hello.')),
    'nobody of the company has the first name of the customer': {
      ...british,
      customer: { ...british.customer, firstName: british.agent.name.split(' ')[0] ?? '' },
    },
    'nobody asks again what was said': saying(
      british,
      line('agent', "I'm sending you a text to confirm it, and the certificate comes by e-mail."),
      line('customer', 'Do I get that in writing?'),
    ),
    'lines begin with a capital': saying(american, line('colleague', 'hi, Priya Raman here, team lead.')),
    'gender and names agree': saying(american, line('customer', 'He was very tidy.')),
    'the agent fits flow and country': { ...american, agent: british.agent },
    'who takes over is named rightly': saying(american, line('agent', "I'm putting you through to somebody.")),
    'who takes over says what the call is about, if nobody did': withScript(american, {
      lines: [
        line('agent', 'Hello, Hugo from Northfield Home.'),
        line('customer', 'Is there a human I can talk to?'),
        line('agent', "I'll connect you with Priya Raman in customer care. Please stay on the line."),
        line('colleague', 'Hi, my name is Priya Raman, from customer care. How can I help?'),
        line('customer', 'I only want to know that it is a real company.'),
        line('colleague', 'It is. You can call us on this number any time.'),
      ],
    }),
    'nobody misses a safety notice': saying(
      recalled,
      line('colleague', 'Hello, this is Priya Raman, from customer care. How can I help?'),
      line('customer', "I'd like somebody to go through it with me who knows the machine."),
      line('colleague', 'One of our technicians calls you.'),
    ),
    'answers fit their questions': saying(
      american,
      line('agent', 'Does that still suit you?'),
      line('customer', 'Nine.'),
    ),
    'after a side question the agent asks again': saying(
      debtor,
      line('agent', 'Could you settle it by Thursday, January 28th?'),
      line('customer', 'Is there a fee on top?'),
      line('agent', "No, not if it's settled by then."),
      line('customer', 'Yes, I can do that.'),
    ),
    'who comes back is asked again': saying(
      american,
      line('agent', 'Hello, can you hear me?'),
      line('customer', 'Sorry, I was on mute. Where were we?'),
      line('customer', 'Yes, that still works.'),
    ),
    'nobody remembers what they did not recall': saying(
      debtor,
      line('customer', "What's that for? I don't recall it."),
      line('customer', 'Yes, sorry. It was lying under a pile of letters.'),
    ),
    'nobody says yes and no at once': saying(american, line('customer', 'It is, yes. I mean, yes.')),
    'who has no time is offered a call-back, and let go': saying(
      american,
      line('customer', "I'm driving. Can you call back?"),
      line('agent', 'It only takes a minute.'),
    ),
    'who is in a hurry is asked nothing more': saying(
      american,
      line('customer', 'I have one minute, no more.'),
      line('agent', 'Is there anything else I can do for you?'),
    ),
    'who wants no calls gets none': saying(
      american,
      line('customer', "Please don't call me again. Take me off your list."),
      line('agent', 'But it is about your visit.'),
    ),
    'anger comes at once': saying(
      american,
      line('customer', 'Yes, that still works.'),
      line('agent', 'Is there anything Femi should know, a gate code or a dog?'),
      line('customer', 'Stop calling me. I mean it.'),
    ),
    'whoever answers a complaint names it': saying(
      american,
      line('customer', "You people never listen. I've said twice that you should write to me instead."),
      line('agent', "I'll look into it myself and call you today at 2 pm with an answer."),
    ),
    'nobody complains of what they cannot know': saying(
      welcomed,
      line('customer', 'You, of all people. I was on hold with you for an hour yesterday. An hour!'),
    ),
    'nothing is promised of a matter that nobody named': saying(
      american,
      line('customer', 'Sorry, can I speak to a person?'),
      line('agent', 'Would you rather have everything in writing?'),
    ),
    'nobody contradicts what they said': saying(
      american,
      line('customer', 'Yes. I live alone, so that is easy.'),
      line('customer', "Sure, go ahead. My partner will be in if I'm not."),
    ),
    'the company keeps to what was said': saying(
      debtor,
      line('agent', 'Then take the time that you need. Nothing is added in these weeks.'),
      line('customer', "That's kind."),
      line('agent', 'When you have gone through it all, could you settle it by that day?'),
    ),
    'nobody takes for granted what was not said': saying(
      american,
      line('customer', 'The price, mostly.'),
      line('agent', 'And did you tell anybody at the time?'),
    ),
    'who has nothing else to say asks nothing more': saying(
      american,
      line('agent', 'Is there anything else I can do for you?'),
      line('customer', 'No, that was all. Should I clear anything away before that?'),
    ),
    'a visit takes one length of time': saying(
      recalled,
      line('agent', "The exchange takes ten minutes and it's free."),
      line('agent', 'About three quarters of an hour.'),
    ),
    'nobody of the company has the name of another': saying(
      american,
      line('agent', `I'm calling about ${american.agent.name.split(' ')[0]}'s visit at your home.`),
    ),
    'a question for the name is answered in its form': saying(
      american,
      line('agent', 'Am I speaking with Dana Whitfield?'),
      line('customer', 'It is, yes.'),
    ),
    'a telephone number does not stay with a home': saying(
      american,
      line('customer', "No, Dana's moved. I'm the new tenant."),
    ),
    'nobody is glad of bad news': saying(
      debtor,
      line('agent', 'We sent two e-mails, but they may have gone to your junk mail.'),
      line('customer', 'Ah, good.'),
    ),
    'who is away is not at home then': saying(
      american,
      line('customer', "No, we're away until the weekend."),
      line('agent', `I could move it to ${dayBeforeWeekend(american)}, same hours.`),
    ),
    'complaint, mood and end agree': withScript(
      saying(
        american,
        line('customer', 'You, of all people. I was on hold with you for an hour yesterday. An hour!'),
        line('customer', 'Bye.'),
      ),
      { moods: [{ at: 0, sentiment: 'positive' }] },
    ),
    'a mailbox is a mailbox': withScript(saying(american, line('customer', 'Oh, hello.')), { outcome: 'voicemail' }),
    'nobody repeats a sentence unasked': saying(
      american,
      line('agent', 'That is what I said.'),
      line('agent', 'That is what I said.'),
    ),
    'every variable is filled': saying(american, line('agent', 'Hello {first_name}.')),
    'words fit the time': withScript(american, { endsAt: (american.script.answeredAt ?? 0) + 5 }),
    'who lets somebody wait says so': saying(
      american,
      line('agent', 'There is something in the week after.', 100),
      line('customer', 'That would be fine.', 150),
    ),
    'a call ends as calls do': saying(american, line('agent', 'I have one more thing to tell you.')),
  }

  test.each(ruleNames.map((rule) => [rule]))('where a call breaks: %s', (rule) => {
    const call = broken[rule]
    expect(call === undefined ? [] : checkCall(call).map((violation) => violation.rule)).toContain(rule)
  })
})
