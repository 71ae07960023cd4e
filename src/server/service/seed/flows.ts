/**
 * The seed flows of Northfield Home: the text of each step and the paths between steps. Longer than 500 lines, because it is a
 * table of texts; the code that reads it is at the end.
 */
import type { FlowEdge, FlowNode, FlowRule } from '#contract/index.ts'
import type { FlowFields } from '../records/flows.ts'
import { pick, type Random } from '../shared/random.ts'
import type { Department } from './company.ts'
import type { Market } from './people.ts'

type Step = readonly [type: string, label: string, prompt?: string, extraData?: Record<string, unknown>]

interface Template {
  department: Department
  /** One flow for each name. */
  names: readonly string[]
  description: string
  direction?: 'inbound' | 'bidirectional'
  prompt: string
  opening?: string
  steps: Record<string, Step>
  /** Edges between steps: `a > b > c`, or `a -Label> b` for a branch. */
  paths: readonly string[]
}

const goodbyeStep = (text: string): Step => ['end', 'Goodbye', text]
const reasonStep = (text: string): Step => ['say', 'Say why we call', text]

const templates: readonly Template[] = [
  {
    department: 'renewals',
    names: ['Plan renewal', 'Plan renewal, UK', 'Plan renewal, second call'],
    description: 'Calls customers whose home care plan ends this month and renews it, or notes why not.',
    prompt: 'Renew the plan if the customer wants it. Be honest about the price. Offer a free month once.',
    opening: 'Hello {first_name}, this is {agent} from Northfield Home. I hope you have a minute.',
    steps: {
      start: ['start', 'Start'],
      why: reasonStep("It's about your home care plan. It ends on {date}, and I wanted to ask before that happens."),
      keep: ['ask', 'Keep the plan?', 'Would you like to keep it for another year, at {amount} a month as before?'],
      fork: ['condition', 'Wants to keep it?'],
      thank: ['say', 'Confirm', 'Then your cover goes on without a gap, and nothing changes for you.'],
      offer: ['ask', 'Offer a free month', 'Would the first month free make a difference? I can put that in.'],
      second: ['condition', 'Takes the offer?'],
      free: ['say', 'Put the free month in', "I've put the free month in, and your cover goes on without a gap."],
      letter: [
        'message',
        'Send the certificate',
        'Hi {first_name}, your home care plan is renewed until {next_year} at {amount} a month. The certificate is in your inbox. Thank you!',
        { spoken: "I'm sending you a text to confirm it, and the certificate comes by e-mail." },
      ],
      note: ['say', 'Let go kindly', 'The cover simply ends on {date}, and you can come back any time you like.'],
      bye: goodbyeStep('Thank you for your time, {first_name}. Goodbye.'),
    },
    paths: [
      'start > why > keep > fork',
      'fork -Yes> thank',
      'thank > letter > bye',
      'fork -No> offer',
      'offer > second',
      'second -Yes> free',
      'free > letter',
      'second -No> note',
      'note > bye',
    ],
  },
  {
    department: 'renewals',
    names: ['Win-back after cancellation', 'Win-back after cancellation, UK'],
    description: 'Asks former plan customers what went wrong and makes them an offer to return.',
    prompt: 'Listen first. Make the offer only when the customer sounds interested.',
    opening: 'Hi {first_name}, my name is {agent}, from Northfield Home.',
    steps: {
      start: ['start', 'Start'],
      why: reasonStep("You left our home care plan last year, and I'd like to understand why, if you don't mind."),
      reason: ['ask', 'Ask for the reason', 'What was it that made you leave?'],
      interest: [
        'ask',
        'Interest?',
        "We've changed the plan since then, and visits don't cost extra any more. Would you like to hear the price?",
      ],
      fork: ['condition', 'Interested?'],
      price: ['say', 'Name the price', "It's {amount} a month, and the first three months are half of that."],
      text: [
        'message',
        'Send the offer',
        'Hi {first_name}, here is the plan we talked about: {amount} a month, half price for three months. Reply YES and it starts tomorrow.',
        { spoken: "I'll send you that as a text, so you can think it over without any pressure." },
      ],
      bye: goodbyeStep('Thank you for being so open, {first_name}. Goodbye.'),
    },
    paths: [
      'start > why > reason > interest > fork',
      'fork -Yes> price',
      'price > text > bye',
      'fork -Not interested> bye',
    ],
  },
  {
    department: 'renewals',
    names: ['Plan upgrade'],
    description: 'Offers the larger plan to customers with more than one repair in the last twelve months.',
    prompt:
      'Compare what the customer paid for repairs with the price of the larger plan. You call for Northfield Home.',
    steps: {
      start: ['start', 'Start'],
      why: reasonStep(
        'You had two repairs with us in the last twelve months, and both would have been free with our larger home care plan.',
      ),
      ask: ['ask', 'Upgrade?', 'It would be {small_amount} more a month. Shall I change it from next month?'],
      fork: ['condition', 'Upgrade?'],
      done: ['say', 'Confirm', "That's done. You'll see it on your next invoice."],
      think: ['say', 'Give time', "Take all the time you need. I'll put both plans side by side for you."],
      text: [
        'message',
        'Send comparison',
        'Hi {first_name}, both plans side by side are in your account under Plans. The larger one is {small_amount} more a month. No hurry.',
        { spoken: "I'll text you where to find it." },
      ],
      bye: goodbyeStep('Thanks for listening, {first_name}. Bye.'),
    },
    paths: [
      'start > why > ask > fork',
      'fork -Yes> done',
      'done > bye',
      'fork -Has to think> think',
      'think > text > bye',
    ],
  },
  {
    department: 'scheduling',
    names: ['Appointment reminder', 'Appointment reminder, UK', 'Appointment reminder, winter'],
    description: 'Reminds customers of a technician’s visit two days ahead and moves the visit if needed.',
    prompt: 'Confirm the visit or find another day. Always repeat the date and time at the end.',
    opening: 'Hi {first_name}, {agent} here from Northfield Home.',
    steps: {
      start: ['start', 'Start'],
      why: reasonStep("I'm calling about {technician}'s visit at your home on {date} at {time}."),
      can: ['ask', 'Still possible?', 'Does that still suit you?'],
      fork: ['condition', 'Suits?'],
      access: ['ask', 'Access', 'Is there anything {technician} should know, a gate code or a dog?'],
      other: ['ask', 'Find another day', 'The next opening I have is {other_date}. Would that be better?'],
      found: ['condition', 'Better?'],
      moved: ['say', 'Confirm the new day', "I've moved it to {other_date}, same time, at {time}."],
      back: ['say', 'Leave it open', "Then I'll take the visit out, and our planners will call you with more days."],
      text: [
        'message',
        'Send the new date',
        'Hi {first_name}, your visit is now on {other_date} at {time}. {technician} will call 20 minutes before.',
        { spoken: "You'll get a text with the new date." },
      ],
      sure: ['say', 'Repeat the date', "So that's {date} at {time}. {technician} will call you twenty minutes before."],
      bye: goodbyeStep('Thank you, {first_name}. Have a good {daytime}.'),
    },
    paths: [
      'start > why > can > fork',
      'fork -Still suits> access',
      'access > sure > bye',
      'fork -Reschedule> other',
      'other > found',
      'found -Yes> moved',
      'moved > text > bye',
      'found -No> back',
      'back > bye',
    ],
  },
  {
    department: 'scheduling',
    names: ['Yearly check booking', 'Yearly check booking, EU'],
    description: 'Books the yearly check that is part of the plan.',
    prompt: 'Offer two openings. If neither fits, arrange a call-back. You call for Northfield Home.',
    steps: {
      start: ['start', 'Start'],
      why: reasonStep("Your yearly boiler check is due. It's part of your plan, so there's nothing to pay."),
      slot: ['ask', 'Offer a day', 'I have {date} at {time}. Can I book that for you?'],
      fork: ['condition', 'Takes it?'],
      second: ['ask', 'Offer another day', 'What about {other_date}, at the same time?'],
      suits: ['condition', 'Takes the other day?'],
      booked: ['say', 'Confirm', "That's booked, {date} at {time}. {technician} will come."],
      later: ['say', 'Confirm the other day', "That's booked, {other_date} at {time}. {technician} will come."],
      back: ['say', 'Arrange a call-back', "Then I'll call you again next week with other days."],
      text: [
        'message',
        'Send confirmation',
        'Hi {first_name}, your yearly check is booked. {technician} will call 20 minutes before. Please make sure that the boiler can be reached.',
        { spoken: "I'll confirm it by text." },
      ],
      bye: goodbyeStep('Thank you, {first_name}. Goodbye.'),
    },
    paths: [
      'start > why > slot > fork',
      'fork -Yes> booked',
      'booked > text > bye',
      'fork -No> second',
      'second > suits',
      'suits -Yes> later',
      'later > text',
      'suits -No> back',
      'back > bye',
    ],
  },
  {
    department: 'scheduling',
    names: ['Missed visit'],
    description: 'Calls when the technician found nobody at home.',
    prompt: 'No reproach. Find a new day at once. You call for Northfield Home.',
    steps: {
      start: ['start', 'Start'],
      why: reasonStep("{technician} was at your door for the visit, and nobody answered. I'm sorry we missed you."),
      ask: ['ask', 'New day', 'Can I book you in again for {date} at {time}?'],
      fork: ['condition', 'Fits?'],
      ok: ['say', 'Confirm', "It's in the calendar, {date} at {time}."],
      person: ['transfer', 'To a planner', '', { department: 'planning' }],
      bye: goodbyeStep('Thank you, {first_name}, and goodbye.'),
    },
    paths: ['start > why > ask > fork', 'fork -Yes> ok', 'ok > bye', 'fork -No> person'],
  },
  {
    department: 'deliveries',
    names: ['Delivery window', 'Delivery window, large items'],
    description: 'Tells customers when their delivery arrives and asks about stairs, doors and the old appliance.',
    prompt: 'Say the day and the time window first. Ask about stairs every time.',
    opening: 'Hello {first_name}, {agent} from Northfield Home.',
    steps: {
      start: ['start', 'Start'],
      why: reasonStep('Your {product} comes on {date}, between {window}.'),
      home: ['ask', 'Somebody at home?', 'Will somebody be there to take it in?'],
      fork: ['condition', 'At home?'],
      stairs: ['ask', 'Stairs?', 'Are there stairs or a narrow door on the way in?'],
      old: ['ask', 'Old appliance', 'Shall we take the old one with us? It costs nothing.'],
      other: ['ask', 'Another day', 'I could move it to {other_date}, same hours. Is that any better?'],
      second: ['condition', 'Other day suits?'],
      moved: ['say', 'Confirm the new day', "I've moved it to {other_date}, between {window}."],
      text: [
        'message',
        'Send the window',
        'Hi {first_name}, your {product} comes on {other_date} between {window}. The driver calls 10 minutes before.',
        { spoken: "I'll send you the new day as a text." },
      ],
      depot: ['transfer', 'To the depot', '', { department: 'the depot' }],
      bye: goodbyeStep('The driver will call ten minutes ahead. Goodbye, {first_name}.'),
    },
    paths: [
      'start > why > home > fork',
      'fork -Yes> stairs',
      'stairs > old > bye',
      'fork -Another day> other',
      'other > second',
      'second -Yes> moved',
      'moved > text > bye',
      'second -No> depot',
    ],
  },
  {
    department: 'deliveries',
    names: ['Installation follow-up'],
    description: 'Asks after an installation whether everything works.',
    prompt: 'If something is wrong, hand over to the depot at once. You call for Northfield Home.',
    steps: {
      start: ['start', 'Start'],
      why: reasonStep('We installed your {product} the other day.'),
      ok: ['ask', 'Works?', 'Is it running as it should?'],
      fork: ['condition', 'Works?'],
      warranty: ['say', 'Warranty', "The warranty is registered, so there's nothing you need to do."],
      depot: [
        'transfer',
        'To the depot',
        "I'm sorry to hear that. I'm putting you through to {colleague} at the depot, who has the job sheet.",
        { department: 'the depot' },
      ],
      bye: goodbyeStep('Enjoy it, {first_name}. Goodbye.'),
    },
    paths: ['start > why > ok > fork', 'fork -Works> warranty', 'warranty > bye', 'fork -Not working> depot'],
  },
  {
    department: 'accounts',
    names: ['Overdue invoice', 'Overdue invoice, UK', 'Overdue invoice, second reminder'],
    description: 'Reminds customers of an unpaid invoice and agrees on a payment date or on instalments.',
    prompt: 'Speak only with the account holder. Never take a card number. Offer instalments before you mention fees.',
    opening: 'Hello, this is {agent}, calling from Northfield Home.',
    steps: {
      start: ['start', 'Start'],
      who: ['ask', 'Account holder?', 'Before I go on, am I speaking with {first_name} {last_name}?'],
      is: ['condition', 'Right person?'],
      why: ['ask', 'Can pay?', "There's an invoice of {amount} open since {past_date}. Could you settle it by {date}?"],
      fork: ['condition', 'Can pay?'],
      link: [
        'message',
        'Send the payment details',
        'Hi {first_name}, the invoice of {amount} can be settled in your account under Payments until {date}. No fee is added. Thank you.',
        { spoken: "I'll text you where to pay, and no fee is added." },
      ],
      parts: ['ask', 'Parts', 'Would two halves help, {half_amount} by {date} and the rest four weeks later?'],
      agreed: ['condition', 'Agrees?'],
      halves: [
        'message',
        'Send the two parts',
        'Hi {first_name}, as agreed: {half_amount} by {date} and the rest four weeks later. No fee is added. Thank you.',
        { spoken: "Then that's what we'll do. You'll have it in writing by text." },
      ],
      human: ['transfer', 'To accounts', '', { department: 'accounts' }],
      sorry: ['end', 'Wrong person', "Then I'm sorry to have disturbed you. I'll have the number corrected. Goodbye."],
      bye: goodbyeStep('Thank you, {first_name}. Goodbye.'),
    },
    paths: [
      'start > who > is',
      'is -Yes> why',
      'is -No> sorry',
      'why > fork',
      'fork -Yes> link',
      'link > bye',
      'fork -No> parts',
      'parts > agreed',
      'agreed -Agrees> halves',
      'halves > bye',
      'agreed -No> human',
    ],
  },
  {
    department: 'support',
    names: ['Repair follow-up', 'Repair follow-up, UK'],
    description: 'Asks after a repair or a fault report whether the problem is solved.',
    prompt: 'One step at a time. Book a technician when two steps did not help.',
    opening: 'Hello {first_name}, this is {agent} from Northfield Home.',
    steps: {
      start: ['start', 'Start'],
      why: reasonStep('You reported a problem with your {product}.'),
      solved: ['ask', 'Solved?', 'Is it working now?'],
      fork: ['condition', 'Solved?'],
      glad: [
        'say',
        'Close the case',
        "Then I'll close the case. If it comes back within two weeks, one call opens it again.",
      ],
      code: ['ask', 'Code?', 'Is there a code on the display, a letter and two digits?'],
      filter: [
        'say',
        'Filter',
        "It's nearly always the filter. It's the round cap at the bottom left, a quarter turn, rinse it, and put it back.",
      ],
      tech: ['ask', 'Technician?', 'Shall I send {technician} on {date} at {time} to be sure?'],
      wants: ['condition', 'Technician?'],
      text: [
        'message',
        'Send the steps',
        'Hi {first_name}, the steps again: switch off, quarter turn left, rinse, back in, switch on. {technician} is booked for {date} at {time}; reply CANCEL if it works.',
        { spoken: "I'll text you the steps and the appointment." },
      ],
      alone: [
        'message',
        'Send only the steps',
        'Hi {first_name}, the steps again: switch off, quarter turn left, rinse, back in, switch on. If it does not help, reply HELP and we send somebody.',
        { spoken: "I'll text you the steps, and you tell us if it doesn't help." },
      ],
      bye: goodbyeStep('Thank you for your patience, {first_name}. Goodbye.'),
    },
    paths: [
      'start > why > solved > fork',
      'fork -Solved> glad',
      'glad > bye',
      'fork -No> code',
      'code > filter > tech > wants',
      'wants -Yes> text',
      'text > bye',
      'wants -No> alone',
      'alone > bye',
    ],
  },
  {
    department: 'support',
    names: ['Safety notice: filter recall'],
    description: 'Informs owners of a recalled filter and books the exchange.',
    prompt:
      'Make sure that the customer understood: do not use the dryer until the exchange. You call for Northfield Home.',
    steps: {
      start: ['start', 'Start'],
      why: reasonStep(
        "I have a safety notice about the filter in your dryer. Please don't use it until we've exchanged the filter.",
      ),
      got: ['ask', 'Understood?', 'Is that all right, and can you let everyone at home know?'],
      slot: ['ask', 'Exchange', "The exchange takes ten minutes and it's free. Can I book {date} at {time}?"],
      fork: ['condition', 'Booked?'],
      text: [
        'message',
        'Send the notice',
        'Hi {first_name}, a safety notice: please do not use your dryer until the filter is exchanged on {date} at {time}.',
        { spoken: "It's booked, {date} at {time}. I'll send you that as a text as well." },
      ],
      person: ['transfer', 'To the recall desk', '', { department: 'the recall desk' }],
      bye: goodbyeStep('Thank you, {first_name}. Please keep the text. Goodbye.'),
    },
    paths: ['start > why > got > slot > fork', 'fork -Yes> text', 'text > bye', 'fork -No> person'],
  },
  {
    department: 'support',
    names: ['Support line'],
    description: 'Answers the support number and routes the caller.',
    direction: 'inbound',
    prompt: 'Find out what it is about in one question, then route.',
    steps: {
      start: ['start', 'Start'],
      what: ['ask', 'What is it about?', 'What can I do for you today?'],
      fork: ['condition', 'Topic'],
      repair: ['transfer', 'To repairs', '', { department: 'repairs' }],
      invoice: ['transfer', 'To accounts', '', { department: 'accounts' }],
      bye: goodbyeStep('Thank you for calling. Goodbye.'),
    },
    paths: [
      'start > what > fork',
      'fork -Something is broken> repair',
      'fork -An invoice> invoice',
      'fork -Something else> bye',
    ],
  },
  {
    department: 'surveys',
    names: ['Feedback after a visit'],
    description: 'Three questions after a technician’s visit.',
    prompt: 'One minute. Write down the answers word for word. You call for Northfield Home.',
    steps: {
      start: ['start', 'Start'],
      why: reasonStep('{technician} was with you last week, and I have two short questions about the visit.'),
      mark: ['ask', 'Mark', 'On a scale of one to ten, how happy were you with it?'],
      fork: ['condition', 'High or low?'],
      great: ['say', 'Thank', "That's lovely to hear, I'll tell {technician}."],
      sorry: ['ask', 'What went wrong?', "I'm sorry to hear that. What went wrong?"],
      lead: [
        'message',
        'Offer a call by the team lead',
        'Hi {first_name}, we are sorry the visit fell short. Our team lead would like to call you on {date}. Is {time} convenient?',
        {
          spoken: "Our team lead would like to call you about the visit. I'll text you a time.",
        },
      ],
      better: ['ask', 'What to do better', 'And is there one thing that we should do better?'],
      bye: goodbyeStep('Thank you, {first_name}, that was all. Goodbye.'),
    },
    paths: [
      'start > why > mark > fork',
      'fork -High> great',
      'great > better > bye',
      'fork -Low> sorry',
      'sorry > lead > bye',
    ],
  },
  {
    department: 'welcome',
    names: ['Welcome call', 'Welcome call, UK'],
    description: 'Greets new customers and checks that the letter arrived and that they can log in.',
    prompt: 'Be brief. Explain the emergency number slowly. You call for Northfield Home.',
    steps: {
      start: ['start', 'Start'],
      why: reasonStep('Welcome, and thank you for choosing us! I just want to make sure that everything reached you.'),
      letter: ['ask', 'Letter?', 'Did the letter with your plan number arrive?'],
      login: ['ask', 'Log-in?', 'And have you been able to log in to your account?'],
      fork: ['condition', 'Logged in?'],
      link: [
        'message',
        'Send the log-in link',
        'Welcome, {first_name}! To log in, open northfield.example/start and enter your e-mail address. Emergencies: call this number, day and night.',
        { spoken: "I'll text you the address. You only need your e-mail for it." },
      ],
      number: [
        'say',
        'Emergency number',
        "One last thing. The number I'm calling from is answered day and night, also for emergencies.",
      ],
      bye: goodbyeStep('Welcome again, {first_name}, and goodbye.'),
    },
    paths: [
      'start > why > letter > login > fork',
      'fork -Yes> number',
      'fork -No> link',
      'link > number',
      'number > bye',
    ],
  },
]

/** Parses `a > b -Label> c` to edges. */
function parseEdges(paths: readonly string[]): FlowEdge[] {
  return paths.flatMap((path) => {
    const parts = path.split(/ (?:-([^>]+))?> /)
    const edges: FlowEdge[] = []
    for (let i = 0; i + 2 < parts.length; i += 2) {
      const [source = '', label, target = ''] = parts.slice(i, i + 3)
      edges.push({
        id: `${source}-${target}`,
        source,
        target,
        ...(label === undefined ? {} : { data: { label, condition: label } }),
      })
    }
    return edges
  })
}

/** The steps have no positions, as in a flow whose steps nobody moved: the dashboard lays them out. */
const nodesOf = (steps: Record<string, Step>): FlowNode[] =>
  Object.entries(steps).map(([id, [type, label, prompt, extraData]]) => ({
    id,
    type,
    data: { label, ...(prompt ? { prompt } : {}), ...extraData },
  }))

const rules: readonly FlowRule[] = [
  { id: 'human', when: 'caller_asks_for_human', then: 'transfer', value: 'customer care' },
  {
    id: 'silence',
    when: 'silence',
    then: 'end',
    value: "I can't hear you any more, so I'll hang up and try again another time. Goodbye.",
  },
  { id: 'annoyed', when: 'sentiment_negative', then: 'transfer', value: 'a team lead' },
  {
    id: 'late',
    when: 'outside_working_hours',
    then: 'message',
    value: 'Hi {first_name}, we are closed right now and will call again on the next working day.',
  },
]

export interface GeneratedFlow {
  name: string
  department: Department
  /** Where the customers live whom the flow's agent calls. */
  market: Market
  fields: FlowFields
}

/** Names of inactive flows. */
const inactiveNames = new Set(['Appointment reminder, winter', 'Win-back after cancellation, UK'])

/** Generates the 25 flows. */
export function generateFlows(random: Random): GeneratedFlow[] {
  return templates.flatMap(({ department, names, description, direction, prompt, opening, steps, paths }) =>
    names.map((name): GeneratedFlow => {
      const edges = parseEdges(paths)
      const market = /UK/.test(name) ? 'UK' : /EU/.test(name) ? 'EU' : 'US'
      const [opensAt, closesAt, timezone] = {
        UK: ['09:00', '18:00', 'Europe/London'],
        EU: ['08:00', '17:00', 'Europe/Berlin'],
        US: ['09:00', '20:00', pick(random, ['America/New_York', 'America/Chicago', 'America/Los_Angeles'])],
      }[market]
      return {
        name,
        department,
        market,
        fields: {
          description,
          direction: direction ?? 'outbound',
          promptType: 'flow',
          prompt,
          flowData: { nodes: nodesOf(steps), edges },
          rules: rules.slice(0, 2 + Math.floor(random() * 3)).map((rule) => ({ ...rule })),
          isActive: !inactiveNames.has(name),
          welcomeMessage: opening === undefined ? 'ai_dynamic' : 'ai_custom',
          customWelcomeMessage: opening ?? '',
          settings: {
            callSetting: {
              maxCallDuration: pick(random, [600, 900, 1200]),
              endCallOnSilence: pick(random, [15, 20, 30]),
            },
            responseSettings: {
              delay: pick(random, [0.2, 0.4, 0.6]),
              workingHours: {
                // Outbound flows have no working hours, so that the demo has calls at any time of day.
                enabled: random() < 0.7 && direction === 'inbound',
                start: opensAt,
                end: closesAt,
                timezone,
                outOfHoursMessage: 'We are closed at the moment and will call you again on the next working day.',
              },
            },
            enableRecording: random() < 0.9,
          },
        },
      }
    }),
  )
}
