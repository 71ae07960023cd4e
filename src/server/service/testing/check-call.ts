/**
 * Checks the facts of a simulated call: would a company's staff, who know the calendar, the country and the customer, believe it?
 * It knows the transcript, the flow, the agent, the customer and the time of the call, not how the call was made up.
 * Longer than 500 lines, because it is a list of rules.
 */
import { isOutsideWorkingHours, settingsOf } from '#flow-engine/settings.ts'
import { questions } from '../carrier/customer-answers.ts'
import { isMan, isWoman } from '../carrier/given-names.ts'
import * as callers from '../carrier/lines/callers.ts'
import { complaints } from '../carrier/lines/complaints.ts'
import { departmentPhrases } from '../carrier/lines/handovers.ts'
import { callStateAt, type Line } from '../carrier/simulate-call.ts'
import { departmentFacts } from '../seed/company.ts'
import { countryOfCall, datesIn, dayMs, localOf, momentsIn, zoneOfCall } from './call-clock.ts'
import { checkAnswers, isOneOf } from './check-answers.ts'
import type { SimulatedCall } from './simulated-calls.ts'

export interface Violation {
  rule: string
  detail: string
}

const matter =
  /invoice|\bplan\b|visit|deliver|appointment|\border|repair|payment|\bpay\b|recall|survey|boiler|washing machine|dishwasher|dryer|certificate|\$|£|€|kronor|overdue|debt/i
const hasMatter = (lines: readonly Line[]) =>
  lines.filter(({ role, content }) => role !== 'customer' && matter.test(content))
const wrongPerson = [...callers.wrongNumberLines, ...callers.movedLines]
const strangers = [
  ...wrongPerson,
  ...callers.householdLines.map(([line]) => line),
  ...callers.mobileHouseholdLines.map(([line]) => line),
  ...callers.childLines,
]

const hurriedTexts = [...callers.hurriedLines, ...callers.hurriedRemarks.map((line) => `{before}${line}`)]
const repeatRequests = [
  ...callers.silenceAnswers,
  ...callers.repeatRequests,
  ...callers.interruptions.map(([, back]) => back),
]
const anythingElse = callers.anythingElse.map((line) => `{before}${line}`)
const asides = questions.flatMap((question) => (question.asides ?? []).map(([aside]) => aside))

/** What was complained of, how a colleague names it, and what may not be promised then. */
const complaintTopics: readonly { said: RegExp; named: RegExp; never?: RegExp }[] = [
  { said: /third call/, named: /three calls/i, never: /\bcall you (back|today|tomorrow|on)\b/ },
  { said: /write to me/, named: /letters|in writing/, never: /\bcall you\b/ },
  { said: /promised a call/, named: /nobody rang/, never: /\bcall you\b/ },
  { said: /on hold/, named: /on hold/ },
  { said: /my letters/, named: /letters/ },
  { said: /three hours late/, named: /three hours/i },
  { said: /moved twice/, named: /moved twice|tired of waiting|on the van/i },
  { said: /called four times/, named: /four calls/i },
  { said: /signed up three weeks ago/, named: /three weeks/i },
  { said: /advertising/, named: /when you left/ },
  { said: /want more money/, named: /price|costs more/ },
]
/** What the agent or the customer says before being busy with something else. */
const waiting =
  /moment|second|wait|take your time|no hurry|of course|let me|hold on|please (do|open|park|switch|let)|stay on the line|stay right here|looking|turn the cap|under the tap|switch on|green button|type them in|that helps|I'll (go|get|look)/i
/** What is not asked, or said when picking up, after this was said. */
const answered: readonly (readonly [asks: RegExp, said: RegExp])[] = [
  [/who is this\?/i, /who is this\?|this is|my name is/i],
  [/hello\?/i, /hello\?/i],
  [/get that in writing\?/, /in writing|by e-mail|by text|a text|as a text/],
  [/get a confirmation\?/, /in writing|by e-mail|by text|a text|to confirm it/],
  [/was there an e-mail/i, /e-mails/],
  [/how long (does|will) it take/i, /takes? \w+ minutes/],
]
/** What one person does not say in one call. */
const contradictions: readonly (readonly [RegExp, RegExp])[] = [
  [/live alone/i, /\bmy (partner|husband|wife|son|daughter)\b|the children|ask at home/i],
  [
    /on the bus|I'm driving|at the checkout/i,
    /cellar|kitchen|at the door|in front of it|the dog wants|I'll fetch|let me get/i,
  ],
  [/landlord takes care|moving next month/i, /you've convinced me|in that case\.|let's do that|Yes, why not/i],
  [/first I hear|don't recall/i, /I forgot|pile of letters|completely forgotten/i],
  [/hardly used/i, /pressure drop|within two hours|saved us/i],
  [/tried that already/i, /try (that|the filter) first/i],
  [/We moved in/i, /moving next month|we move house/i],
  [/\bit's running\b|very quiet/i, /won't switch on/i],
  [/a newer one even/i, /isn't the youngest/i],
  [/day on which my|half a day off for me/i, /have to (work|be somewhere)|away then|at work all day|nobody's in/i],
  [/post that I haven't opened/i, /done in an hour|paid something to you|I've got that here|I forgot about/i],
  [/supposed to come two weeks ago|third day you've given me/i, /gave up last week/i],
  [/used it twice/i, /light on the right/i],
  [/stop at the corner/i, /Right in front/i],
  [/once and then it doesn't/i, /now every time/i],
  [/since the weekend/i, /always happens on a Sunday/i],
]
/** What the company does not say or ask after something was said, by anybody. */
const ruledOut: readonly (readonly [before: RegExp, after: RegExp])[] = [
  [/take the time that you need|nothing is added in these weeks/i, /by that day\?|by then\?/i],
  [/put it in yourself/i, /don't have to do anything|let me put that in|I'm putting it in/i],
  [/\bbell('s been broken| doesn't work| is broken)/i, /does the bell work|on the bell\?/i],
  [/left our .*plan/i, /what you pay now/i],
  [/nobody asks again/i, /ask you once more/i],
  [/between two and six/i, /until three/i],
]
/** What takes for granted that something was said before, by anybody. */
const takenForGranted: readonly (readonly [sentence: RegExp, before: RegExp])[] = [
  [/did you tell anybody at the time/i, /what went wrong|nobody came|three times|couldn't tell what/i],
  [/\bthat filter\b/i, /filter/i],
  [/read about all that/i, /filter/i],
  [/cleaned it like you said/i, /filter/i],
]
/** What people say in the first moments, or never. */
const complaintLines = complaints.map(({ said }) => said)
const outbursts = [...complaintLines, ...callers.doNotCallLines, ...callers.hangUpLines, ...callers.refusals]

type Rule = (call: SimulatedCall) => string[]

const transcript = ({ script }: SimulatedCall) => script.lines
const spokenBy = (call: SimulatedCall, role: Line['role']) => transcript(call).filter((line) => line.role === role)
const allTexts = (call: SimulatedCall): string[] => [
  ...transcript(call).map(({ content }) => content),
  ...(call.script.followUp === null ? [] : [call.script.followUp.text]),
]
const customerSays = (call: SimulatedCall, templates: readonly string[]) =>
  call.script.outcome === 'completed'
    ? transcript(call).findIndex(({ role, content }) => role === 'customer' && isOneOf(content, templates))
    : -1
const when = (condition: boolean, text: string): string[] => (condition ? [text] : [])

const rules: Record<string, Rule> = {
  'strangers hear nothing of the matter': (call) => {
    if (customerSays(call, strangers) < 0) return []
    return [
      ...hasMatter(transcript(call)).map(({ content }) => content),
      ...when(call.script.followUp !== null, `text to a stranger: ${call.script.followUp?.text}`),
      ...when(spokenBy(call, 'colleague').length > 0, 'a stranger was transferred'),
    ]
  },
  'wrong persons get an apology': (call) => {
    const at = customerSays(call, wrongPerson)
    return when(at >= 0 && !/sorry|apolog/i.test(transcript(call)[at + 1]?.content ?? ''), 'no apology')
  },
  'dates exist and lie ahead': (call) => {
    const today = localOf(call.facts.dialledAt, zoneOfCall(call)).day
    return allTexts(call)
      .flatMap((text) => datesIn(text, today))
      .flatMap(({ text, day, isPast }) => [
        ...when(Number.isNaN(day), `no such date: ${text}`),
        ...when(isPast ? day >= today : day <= today || day > today + 60 * dayMs, `not where it belongs: ${text}`),
      ])
  },
  'visits, deliveries and payments are on working days': (call) =>
    allTexts(call)
      // A plan can end on any day.
      .filter(() => call.flow.department !== 'renewals')
      .flatMap((text) => datesIn(text, call.facts.dialledAt))
      .filter(({ day, isPast }) => !isPast && [0, 6].includes(new Date(day).getUTCDay()))
      .map(({ text }) => text),
  'the text message names dates of the call': (call) => {
    const text = call.script.followUp?.text ?? ''
    const spoken = new Set(
      transcript(call)
        .flatMap(({ content }) => datesIn(content, call.facts.dialledAt))
        .map(({ day }) => day),
    )
    if (call.script.outcome !== 'completed' || /somebody will write|(ring|call) you (by|on)|on hold until/.test(text))
      return []
    return datesIn(text, call.facts.dialledAt)
      .filter(({ day }) => !spoken.has(day))
      .map((date) => date.text)
  },
  'call-backs lie ahead, within hours': (call) => {
    const settings = settingsOf(call.facts.flow)
    return allTexts(call)
      .flatMap((text) => momentsIn(text, call))
      .filter(
        ({ moment, hour, weekday }) =>
          moment <= call.facts.dialledAt ||
          hour < 9 ||
          hour > 19 ||
          weekday === 0 ||
          weekday === 6 ||
          isOutsideWorkingHours(settings, moment),
      )
      .map(({ text, moment }) => `${text} (${new Date(moment).toISOString()})`)
  },
  'call-backs come before what they are about': (call) => {
    if (customerSays(call, callers.busyLines) < 0) return []
    const days = allTexts(call)
      .flatMap((text) => datesIn(text, call.facts.dialledAt))
      .filter(({ isPast }) => !isPast)
      .map(({ day }) => day)
    return allTexts(call)
      .filter((text) => datesIn(text, call.facts.dialledAt).length === 0)
      .flatMap((text) => momentsIn(text, call))
      .filter(({ moment }) => localOf(moment, zoneOfCall(call)).day >= Math.min(...days))
      .map(({ text }) => text)
  },
  'nobody is called while away': (call) => {
    const isAway = spokenBy(call, 'customer').some(({ content }) => /away (the|all) (whole )?week/.test(content))
    return isAway ? allTexts(call).filter((text) => /next week/.test(text)) : []
  },
  'a year is long enough for what happened in it': (call) =>
    new Date(localOf(call.facts.dialledAt, zoneOfCall(call)).day).getUTCMonth() < 6
      ? allTexts(call).filter((text) => /\b(two|second|three|third)\b.* this year\b/.test(text))
      : [],
  'calls are by day': (call) => {
    const { hour } = localOf(call.facts.dialledAt, zoneOfCall(call))
    return when(hour < 8 || hour > 20, `called at ${hour}`)
  },
  'wishes fit the time of day': (call) => {
    const { hour } = localOf(call.facts.dialledAt, zoneOfCall(call))
    const daytime = hour < 12 ? 'morning' : hour < 17 ? 'afternoon' : 'evening'
    return transcript(call).flatMap(({ content }) =>
      [...content.matchAll(/good (morning|afternoon|evening)/gi)]
        .filter(([, named]) => named !== daytime)
        .map(([found]) => found),
    )
  },
  'prices are in the money of the country, and of its size': (call) => {
    const country = countryOfCall(call)
    const sign = { US: '$', GB: '£', DE: '€', FR: '€', SE: 'kronor' }[country] ?? '?'
    const scale = country === 'SE' ? 10 : 1
    return allTexts(call).flatMap((text) =>
      [...text.matchAll(/([$£€])?(\d[\d.,]*\d)( kronor)?( more)?( a month)?/g)]
        .filter(([, before, , after]) => before !== undefined || after !== undefined)
        .flatMap(([found, before, number = '', after, more, monthly]) => {
          const value = Number(number)
          const [least, most] = more ? [1, 10] : monthly ? [10, 40] : [10, 500]
          return [
            ...when((before ?? after?.trim()) !== sign, `${found} in ${country}`),
            ...when(!(value >= least * scale && value <= most * scale), `${found} is not a price of that kind`),
            ...when(sign !== 'kronor' && !/^\d+\.\d\d$/.test(number), `${found} is not written like a price`),
          ]
        }),
    )
  },
  'two halves are the whole': (call) =>
    spokenBy(call, 'agent').flatMap(({ content }, i, lines) => {
      const half = /two halves help, \D*([\d.]+)/.exec(content)?.[1]
      const whole = lines
        .slice(0, i)
        .map((line) => /invoice of \D*([\d.]+)/.exec(line.content)?.[1])
        .find((one) => one !== undefined)
      return when(
        half !== undefined && whole !== undefined && Math.abs(Number(half) * 2 - Number(whole)) > 0.011,
        `${half} of ${whole}`,
      )
    }),
  'times are said as in the country': (call) => {
    const isTwelve = ['US', 'GB'].includes(countryOfCall(call))
    return allTexts(call).flatMap((text) =>
      [...text.matchAll(/\b\d{1,2}(?::\d\d)?( [ap]m)\b|\b\d{1,2}:\d\d\b/g)]
        .filter(([, half]) => (half !== undefined) !== isTwelve)
        .map(([found]) => found),
    )
  },
  'agent and customer are called by their names': (call) => {
    const [agentName = ''] = call.agent.name.split(' ')
    return [
      ...spokenBy(call, 'agent').flatMap(({ content }) =>
        [...content.matchAll(/(?:this is|my name is) (\p{L}+)/gu)]
          .filter(
            ([, name]) =>
              name !== agentName &&
              !content.includes(`${name} ${call.customer.lastName}`) &&
              name !== call.customer.firstName,
          )
          .map(([found]) => found),
      ),
      ...allTexts(call).flatMap((text) =>
        [...text.matchAll(/^(?:Hi|Hello) (\p{Lu}\p{L}+)[,.]/gu)]
          .filter(([, name]) => name !== call.customer.firstName && name !== agentName)
          .map(([found]) => found),
      ),
    ].filter(() => call.script.outcome === 'completed')
  },
  'nobody of the company has the first name of the customer': (call) => {
    const colleague = call.script.participants.find(({ metadata }) => metadata.kind === 'colleague')?.metadata.name
    return [call.agent.name, ...(typeof colleague === 'string' ? [colleague] : [])].filter(
      (name) =>
        call.facts.customerName !== null &&
        call.script.outcome === 'completed' &&
        name.split(' ')[0] === call.customer.firstName,
    )
  },
  'nobody asks again what was said': (call) =>
    transcript(call).flatMap(({ role, content }, i, lines) => {
      const before = lines.slice(0, i)
      return role === 'customer'
        ? answered
            .filter(([asks, said]) => asks.test(content) && before.some((line) => said.test(line.content)))
            .map(() => content)
        : []
    }),
  'lines begin with a capital': (call) => allTexts(call).filter((text) => /^\p{Ll}/u.test(text)),
  'gender and names agree': (call) => {
    const { firstName } = call.customer
    return transcript(call).flatMap(({ role, content }) => [
      ...content
        .split(/(?<=[.!?]) /)
        .filter(
          (sentence) =>
            /\b(he|him|his|she|her|hers|Mr|Mrs|Ms)\b/i.test(sentence) &&
            !/dog|mother|daughter|sister|brother|son\b/.test(sentence),
        ),
      ...when(
        role === 'customer' && /\b(Mum|Mom)\b/.test(content) && !isWoman(firstName),
        `${content} of ${firstName}`,
      ),
      ...when(role === 'customer' && /\bDad\b/.test(content) && !isMan(firstName), `${content} of ${firstName}`),
      ...when(/\bMum\b/.test(content) && countryOfCall(call) === 'US', content),
    ])
  },
  'the agent fits flow and country': ({ agent, flow, customer, facts }) => [
    ...when(agent.department !== flow.department, `${agent.name} calls for ${flow.name}`),
    ...when(!agent.name.includes(departmentFacts[flow.department].title), `${agent.name} calls for ${flow.name}`),
    ...when(agent.market !== flow.market || customer.market !== agent.market, `${agent.name} calls ${customer.phone}`),
    ...when(facts.agent.name !== agent.name, 'another agent'),
  ],
  'who takes over is named rightly': (call) => {
    const colleague = call.script.participants.find(({ metadata }) => metadata.kind === 'colleague')
    const offers = spokenBy(call, 'agent').filter(({ content }) =>
      /putting you through|connect you|put you through to/i.test(content),
    )
    if (colleague === undefined) return offers.map(({ content }) => `nobody comes after: ${content}`)
    const { name, department } = colleague.metadata as { name: string; department: string }
    const { where, from } = departmentPhrases(department)
    const named = department.replace(/^(an?|the|our) /i, '')
    const greeting = spokenBy(call, 'colleague')[0]?.content ?? ''
    const known = JSON.stringify([call.flow.fields.rules, call.flow.fields.flowData])
    return [
      ...when(
        !offers.some(({ content }) => content.includes(`${name}${where}`)),
        `the agent does not name ${name}${where}`,
      ),
      ...when(!greeting.includes(name) || !greeting.includes(from), `${name} says: ${greeting}`),
      ...when(!new RegExp(`\\b${named}\\b`, 'i').test(greeting), `${named} is not said: ${greeting}`),
      ...when(!known.includes(`"${department}"`), `the flow knows no ${department}`),
    ]
  },
  'who takes over says what the call is about, if nobody did': (call) => {
    const lines = transcript(call)
    if (customerSays(call, callers.humanRequests) < 0 || spokenBy(call, 'colleague').length === 0) return []
    const last = lines.indexOf(spokenBy(call, 'colleague')[1] as Line)
    const opening = lines.slice(0, last + 1)
    return when(
      hasMatter(opening).length === 0 && !opening.some(({ content }) => /\bwelcome\b/i.test(content)),
      opening.map(({ content }) => content).join(' '),
    )
  },
  'nobody misses a safety notice': (call) =>
    when(
      /safety/i.test(call.flow.name) &&
        (spokenBy(call, 'colleague').length > 0 || customerSays(call, complaintLines) >= 0) &&
        !transcript(call).some(({ role, content }) => role !== 'customer' && /don't use/.test(content)),
      'no notice',
    ),
  'answers fit their questions': (call) => (call.script.outcome === 'completed' ? checkAnswers(transcript(call)) : []),
  'after a side question the agent asks again': (call) =>
    transcript(call).flatMap(({ role, content }, i, lines) => {
      const before = lines[i - 1]?.content ?? ''
      if (role !== 'customer' || !isOneOf(content, asides) || isOneOf(before, anythingElse)) return []
      const next = lines.findIndex((line, j) => j > i && line.role === 'customer')
      const last = lines[next - 1]?.content ?? ''
      return when(
        next > 0 && !isOneOf(lines[next]?.content ?? '', asides) && !last.endsWith('?'),
        `${last} ${lines[next]?.content}`,
      )
    }),
  'who comes back is asked again': (call) =>
    transcript(call).flatMap(({ role, content }, i, lines) =>
      when(
        role === 'customer' && isOneOf(content, callers.silenceAnswers) && !(lines[i + 1]?.content ?? '').endsWith('?'),
        `${content} ${lines[i + 1]?.content}`,
      ),
    ),
  'nobody remembers what they did not recall': (call) => {
    const texts = spokenBy(call, 'customer').map(({ content }) => content)
    return texts
      .slice(texts.findIndex((text) => /don't recall/.test(text)))
      .filter((text, _, { length }) => length < texts.length && /letters|forgot|done that already/.test(text))
  },
  'nobody says yes and no at once': (call) =>
    spokenBy(call, 'customer')
      .map(({ content }) => content)
      .filter((text) => /\byes\b.*\bI mean, yes|^(um, )?no\b.*\byes\b|^yes\b.*\bno thank/i.test(text)),
  'who has no time is offered a call-back, and let go': (call) => {
    const at = customerSays(call, callers.busyLines)
    if (at < 0) return []
    const after = transcript(call).slice(at + 1)
    return [
      ...when(!/ at \d/.test(after[0]?.content ?? ''), 'no call-back is offered'),
      ...when(after.length > 4 || hasMatter(after).length > 0, 'the agent goes on'),
    ]
  },
  'who is in a hurry is asked nothing more': (call) => {
    const at = customerSays(call, hurriedTexts)
    return when(
      at >= 0 &&
        transcript(call)
          .slice(at)
          .some(({ content }) => isOneOf(content, callers.anythingElse)),
      'anything else?',
    )
  },
  'who wants no calls gets none': (call) => {
    const at = customerSays(call, callers.doNotCallLines)
    if (at < 0) return []
    const after = transcript(call).slice(at + 1)
    return [
      ...when(
        !/off (our|the) .*list|off the list|removing your number/i.test(after[0]?.content ?? ''),
        'not confirmed',
      ),
      ...when(after.length > 2, 'the agent goes on'),
      ...when(call.script.followUp !== null, 'a text follows'),
    ]
  },
  'anger comes at once': (call) =>
    call.script.outcome === 'completed'
      ? spokenBy(call, 'customer')
          .slice(2)
          .map(({ content }) => content)
          .filter((text) => isOneOf(text, outbursts))
      : [],
  'whoever answers a complaint names it': (call) => {
    const said = spokenBy(call, 'customer').find(({ content }) => isOneOf(content, complaintLines))?.content ?? ''
    const colleagueLines = spokenBy(call, 'colleague')
    const promises = (colleagueLines.length > 0 ? colleagueLines : spokenBy(call, 'agent')).map(
      ({ content }) => content,
    )
    if (said === '') return []
    const topic = complaintTopics.find((one) => one.said.test(said))
    return [
      ...when(!promises.some((text) => topic?.named.test(text)), `${said} ${promises.join(' ')}`),
      ...promises.filter((text) => topic?.never?.test(text)),
    ]
  },
  'nobody complains of what they cannot know': (call) => {
    const said = spokenBy(call, 'customer').filter(({ content }) => isOneOf(content, complaintLines))
    const isNew = call.flow.department === 'welcome'
    return said
      .map(({ content }) => content)
      .filter((content) => (isNew ? !/signed up/.test(content) : /signed up/.test(content)))
  },
  'nothing is promised of a matter that nobody named': (call) => {
    const lines = transcript(call)
    const at = lines.findIndex(
      ({ role, content }) =>
        role !== 'customer' && /\b(the|all) details\b|everything in writing|rather have everything/i.test(content),
    )
    const before = lines.slice(0, at + 1)
    return when(
      at >= 0 &&
        hasMatter(before).length === 0 &&
        !before.some(({ role, content }) => role !== 'customer' && /\bwelcome\b|visit|invoices/i.test(content)),
      lines[at]?.content ?? '',
    )
  },
  'nobody contradicts what they said': (call) => {
    const texts = spokenBy(call, 'customer').map(({ content }) => content)
    return contradictions.flatMap(([one, other]) => {
      const [first, second] = [texts.find((text) => one.test(text)), texts.find((text) => other.test(text))]
      return when(first !== undefined && second !== undefined && first !== second, `${first} / ${second}`)
    })
  },
  'the company keeps to what was said': (call) => {
    const texts = [
      ...transcript(call).map(({ role, content }) => ({ content, isCompany: role !== 'customer' })),
      ...(call.script.followUp === null ? [] : [{ content: call.script.followUp.text, isCompany: true }]),
    ]
    return ruledOut.flatMap(([before, after]) => {
      const at = texts.findIndex(({ content }) => before.test(content))
      const broken = texts.find(({ content, isCompany }, i) => at >= 0 && i > at && isCompany && after.test(content))
      return when(broken !== undefined, `${texts[at]?.content} / ${broken?.content}`)
    })
  },
  'nobody takes for granted what was not said': (call) =>
    transcript(call).flatMap(({ content }, i, lines) =>
      takenForGranted
        .filter(
          ([sentence, before]) =>
            sentence.test(content) && !lines.slice(0, i).some((line) => before.test(line.content)),
        )
        .map(() => content),
    ),
  'who has nothing else to say asks nothing more': (call) =>
    spokenBy(call, 'customer')
      .map(({ content }) => content)
      .filter((content) => content.endsWith('?') && callers.nothingElse.some((line) => content.startsWith(`${line} `))),
  'a visit takes one length of time': (call) => {
    const lengths = spokenBy(call, 'agent').flatMap(({ content }) =>
      [
        ...content.matchAll(
          /\b(ten minutes|half an hour|three quarters of an hour|between forty minutes and an hour)\b/gi,
        ),
      ]
        .map(([found]) => found.toLowerCase())
        .filter(() => /\b(takes?|usually|about|at most)\b/i.test(content)),
    )
    return when(lengths.includes('ten minutes') && new Set(lengths).size > 1, lengths.join(', '))
  },
  'nobody of the company has the name of another': (call) => {
    const colleague = call.script.participants.find(({ metadata }) => metadata.kind === 'colleague')?.metadata.name
    const technicians = spokenBy(call, 'agent').flatMap(({ content }) =>
      [...content.matchAll(/(\p{Lu}\p{L}+)(?:'s visit| will (?:come|call you)| was (?:with you|at your door))/gu)].map(
        ([, name = '']) => name,
      ),
    )
    const names = [
      call.agent.name.split(' ')[0] ?? '',
      ...(typeof colleague === 'string' ? [colleague.split(' ')[0] ?? ''] : []),
      ...new Set(technicians),
    ]
    return names.filter((name, i) => names.indexOf(name) !== i)
  },
  'a question for the name is answered in its form': (call) =>
    transcript(call).flatMap(({ role, content }, i, lines) => {
      const answer = lines[i + 1]?.content ?? ''
      if (role !== 'agent' || lines[i + 1]?.role !== 'customer') return []
      return [
        ...when(/\bam I (speaking|talking)\b[^.]*\?$/i.test(content) && /^(Yes, it is|It is)\b/.test(answer), answer),
        ...when(/\bis (this|that) \p{Lu}[^.]*\?$/iu.test(content) && /^(You are|Yes, you are)\b/.test(answer), answer),
      ]
    }),
  'a telephone number does not stay with a home': (call) =>
    spokenBy(call, 'customer')
      .map(({ content }) => content)
      .filter((content) => /new (tenant|owner)/i.test(content)),
  'nobody is glad of bad news': (call) =>
    transcript(call).flatMap(({ role, content }, i, lines) =>
      when(
        role === 'customer' &&
          /^(okay, good|ah, good|great|perfect|lovely|wonderful)\b/i.test(content) &&
          /junk mail|afraid not|I'm afraid|isn't possible/i.test(lines[i - 1]?.content ?? ''),
        `${lines[i - 1]?.content} ${content}`,
      ),
    ),
  'who is away is not at home then': (call) => {
    const lines = transcript(call)
    const at = lines.findIndex(({ role, content }) => role === 'customer' && /away until the weekend/i.test(content))
    if (at < 0) return []
    const today = localOf(call.facts.dialledAt, zoneOfCall(call))
    const weekend = today.day + ((6 - today.weekday + 7) % 7) * dayMs
    return lines
      .slice(at)
      .flatMap(({ content }) => datesIn(content, today.day))
      .filter(({ day }) => day < weekend)
      .map(({ text }) => text)
  },
  'complaint, mood and end agree': (call) => {
    const { sentiment } = callStateAt(call.script, call.script.endsAt)
    const complained = customerSays(call, complaintLines) >= 0
    const last = spokenBy(call, 'customer').at(-1)?.content ?? ''
    return [
      ...when(
        complained && sentiment === 'positive' && spokenBy(call, 'colleague').length === 0,
        'a complaint ends well by itself',
      ),
      ...when(
        complained && transcript(call).some(({ content }) => isOneOf(content, callers.anythingElse)),
        'anything else, after a complaint?',
      ),
      ...when(
        sentiment === 'negative' && /\b(great|perfect|lovely|you too|same to you)\b/i.test(last),
        `negative, but "${last}"`,
      ),
      ...when(sentiment === 'positive' && isOneOf(last, callers.angryGoodbyes), `positive, but "${last}"`),
    ]
  },
  'a mailbox is a mailbox': (call) => {
    if (call.script.outcome !== 'voicemail') return []
    const [first, ...others] = transcript(call)
    return [
      ...when(first?.role !== 'customer' || others.some(({ role }) => role !== 'agent'), 'a mailbox talks'),
      ...when(
        others.some(({ content }) => content.endsWith('?')),
        'the agent asks a mailbox',
      ),
      ...when(call.flow.department === 'accounts' && hasMatter(others).length > 0, 'a debt on a mailbox'),
    ]
  },
  'nobody repeats a sentence unasked': (call) => {
    const said = new Set<string>()
    return transcript(call).flatMap(({ role, content }, i) => {
      if (isOneOf(transcript(call)[i - 1]?.content ?? '', repeatRequests)) return []
      return content.split(/(?<=[.!?]) /).flatMap((sentence) => {
        const key = `${role}: ${sentence.toLowerCase()}`
        const isRepeated = said.has(key) && sentence.split(' ').length > 2
        said.add(key)
        return when(isRepeated, key)
      })
    })
  },
  'every variable is filled': (call) =>
    allTexts(call).filter((text) =>
      /[{}]|undefined|\bnull\b|NaN|\[object| {2}| [,.?!]|,[,.]|^[\s,.]|\bfor:|\b(?:speaking with|speak with|(?<![Ww]ho )(?:is this|is that)|this is)[?.!]|\.\.(?!\.)/.test(
        text.replaceAll('...', ''),
      ),
    ),
  'words fit the time': (call) => {
    const { script } = call
    const lines = transcript(call)
    const words = lines.reduce((sum, { content }) => sum + content.split(/\s+/).length, 0)
    const seconds = script.endsAt - (script.answeredAt ?? 0)
    return [
      ...when(words / seconds > 3.2 || (lines.length > 4 && words / seconds < 0.4), `${words} words in ${seconds} s`),
      ...lines.flatMap(({ at, content }, i) => {
        const time = (lines[i + 1]?.at ?? script.endsAt) - at
        return when(
          content.split(/\s+/).length / Math.max(time, 0.1) > 4.5 && content.split(/\s+/).length > 5,
          `in ${time} s: ${content}`,
        )
      }),
    ]
  },
  'who lets somebody wait says so': (call) =>
    transcript(call).flatMap(({ at, role, content }, i, lines) => {
      const next = lines[i + 1]
      if (next === undefined || call.script.outcome !== 'completed') return []
      const silence = next.at - at - content.split(/\s+/).length / 2.3
      const isOver = isOneOf(next.content, callers.silenceQuestions)
      return when(
        silence > 14 &&
          !isOver &&
          !waiting.test(content) &&
          !(role === 'customer' && /^(okay|thank|sure|yes|all right|please)/i.test(content)),
        `${Math.round(silence)} s after: ${content}`,
      )
    }),
  'a call ends as calls do': (call) => {
    if (call.script.outcome !== 'completed') return []
    const last = transcript(call).at(-1)
    const isSilent =
      last?.role === 'agent' && (isOneOf(last.content, callers.silenceQuestions) || /hang up/.test(last.content))
    const isCut = call.script.endsAt - (call.script.answeredAt ?? 0) >= settingsOf(call.facts.flow).maxSeconds
    return when(
      last?.role !== 'customer' && !last?.content.endsWith('—') && !isSilent && !isCut,
      `last: ${last?.content}`,
    )
  },
}
/** The names of all rules. */
export const ruleNames = Object.keys(rules)

/** Lists what in a call cannot be true. */
export const checkCall = (call: SimulatedCall): Violation[] =>
  Object.entries(rules).flatMap(([rule, check]) => check(call).map((detail) => ({ rule, detail })))
