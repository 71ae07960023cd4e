/**
 * The seed flows of Northfield Home: the text of each step and the paths between steps. Longer than 300 lines, because it is a
 * table of texts; the code that reads it is at the end.
 */
import type { FlowEdge, FlowNode, FlowRule } from '#contract/index.ts'
import type { FlowFields } from '../records/flows.ts'
import { pick, type Random } from '../shared/random.ts'
import type { Department } from './company.ts'

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
      thank: ['say', 'Confirm', 'Thank you, then your cover goes on without a gap and nothing changes for you.'],
      offer: ['ask', 'Offer a free month', 'Would the first month free make a difference? I can put that in.'],
      second: ['condition', 'Takes the offer?'],
      letter: [
        'message',
        'Send the certificate',
        'Hi {first_name}, your home care plan is renewed until {next_year} at {amount} a month. The certificate is in your inbox. Thank you!',
        { spoken: 'You will have the certificate by text in a moment.' },
      ],
      note: [
        'say',
        'Let go kindly',
        'That is all right. The cover simply ends on {date}, and you can come back at any time.',
      ],
      bye: goodbyeStep('Thank you for your time, {first_name}. Goodbye.'),
    },
    paths: [
      'start > why > keep > fork',
      'fork -Yes> thank',
      'thank > letter > bye',
      'fork -No> offer',
      'offer > second',
      'second -Yes> thank',
      'second -No> note',
      'note > bye',
    ],
  },
  {
    department: 'renewals',
    names: ['Win-back after cancellation', 'Win-back after cancellation, UK'],
    description: 'Asks former plan customers what went wrong and makes them an offer to return.',
    prompt: 'Listen first. Make the offer only when the customer sounds interested.',
    steps: {
      start: ['start', 'Start'],
      why: reasonStep('You left our home care plan last year, and I would like to understand why, if you do not mind.'),
      reason: ['ask', 'Ask for the reason', 'What was it that made you leave?'],
      interest: [
        'ask',
        'Interest?',
        'We have changed the plan since then: no call-out charge any more. Would you like to hear the price?',
      ],
      fork: ['condition', 'Interested?'],
      price: ['say', 'Name the price', 'It is {amount} a month, and the first three months are half of that.'],
      text: [
        'message',
        'Send the offer',
        'Hi {first_name}, here is the plan we talked about: {amount} a month, half price for three months. Reply YES and it starts tomorrow.',
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
    description: 'Offers the larger plan to customers with more than one repair this year.',
    prompt: 'Compare what the customer paid for repairs with the price of the larger plan.',
    steps: {
      start: ['start', 'Start'],
      why: reasonStep('You had two repairs with us this year, and with the larger plan both would have been free.'),
      ask: ['ask', 'Upgrade?', 'It would be {small_amount} more a month. Shall I change it from next month?'],
      fork: ['condition', 'Upgrade?'],
      done: ['say', 'Confirm', 'Done. You will see it on the next invoice.'],
      think: ['say', 'Give time', 'Take your time. I will send you both plans side by side.'],
      text: [
        'message',
        'Send comparison',
        'Hi {first_name}, both plans side by side are in your account under Plans. The larger one is {small_amount} more a month. No hurry.',
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
      access: ['ask', 'Access', 'Anything the technician should know, a gate code or a dog?'],
      other: ['ask', 'Find another day', 'Which day would be better? I have {other_date}, or the Monday after.'],
      moved: ['say', 'Confirm the new day', 'Good, I have moved it to {other_date}, same hour.'],
      text: [
        'message',
        'Send the new date',
        'Hi {first_name}, your visit is now on {other_date} at {time}. {technician} will ring 20 minutes before.',
      ],
      bye: goodbyeStep('Then all is set. Have a good {daytime}, {first_name}.'),
    },
    paths: [
      'start > why > can > fork',
      'fork -Still suits> access',
      'access > bye',
      'fork -Reschedule> other',
      'other > moved > text > bye',
    ],
  },
  {
    department: 'scheduling',
    names: ['Yearly check booking', 'Yearly check booking, EU'],
    description: 'Books the yearly check that is part of the plan.',
    prompt: 'Offer two openings. If neither fits, arrange a call-back.',
    steps: {
      start: ['start', 'Start'],
      why: reasonStep('Your yearly boiler check is due, it is part of your plan and costs nothing.'),
      when: ['ask', 'Morning or afternoon', 'Would you prefer the morning or the afternoon?'],
      slot: ['ask', 'Offer a day', 'I have {date} at {time}. Can I book that for you?'],
      fork: ['condition', 'Takes it?'],
      booked: ['say', 'Confirm', 'Booked: {date} at {time}. {technician} will come.'],
      back: ['say', 'Arrange a call-back', 'Then I will call again next week with other days.'],
      text: [
        'message',
        'Send confirmation',
        'Hi {first_name}, your yearly check is booked for {date} at {time}. Please clear a metre around the boiler.',
      ],
      bye: goodbyeStep('Thank you, goodbye.'),
    },
    paths: [
      'start > why > when > slot > fork',
      'fork -Yes> booked',
      'booked > text > bye',
      'fork -No> back',
      'back > bye',
    ],
  },
  {
    department: 'scheduling',
    names: ['Missed visit'],
    description: 'Calls when the technician found nobody at home.',
    prompt: 'No reproach. Find a new day at once.',
    steps: {
      start: ['start', 'Start'],
      why: reasonStep('{technician} was at your door today and nobody answered. I am sorry that we missed you.'),
      ask: ['ask', 'New day', 'Can I book you in again for {date} at {time}?'],
      fork: ['condition', 'Fits?'],
      ok: ['say', 'Confirm', 'It is in the calendar.'],
      person: ['transfer', 'To a planner', '', { department: 'planning' }],
      bye: goodbyeStep('See you then, {first_name}. Goodbye.'),
    },
    paths: ['start > why > ask > fork', 'fork -Yes> ok', 'ok > bye', 'fork -No> person'],
  },
  {
    department: 'deliveries',
    names: ['Delivery window', 'Delivery window, large items'],
    description: 'Tells customers when their delivery arrives and asks about stairs, doors and the old appliance.',
    prompt: 'Say the day and the time window first. Ask about stairs every time.',
    opening: 'Hello {first_name}, {agent} from Northfield Home deliveries.',
    steps: {
      start: ['start', 'Start'],
      why: reasonStep('Your {product} comes on {date}, between {window}.'),
      home: ['ask', 'Somebody at home?', 'Will somebody be there to take it in?'],
      fork: ['condition', 'At home?'],
      stairs: ['ask', 'Stairs?', 'Are there stairs or a narrow door on the way in?'],
      old: ['ask', 'Old appliance', 'Shall we take the old one with us? It costs nothing.'],
      other: ['say', 'Move it', 'No trouble, I move it to {other_date}, same hours.'],
      text: [
        'message',
        'Send the window',
        'Hi {first_name}, your {product} comes on {other_date} between {window}. The driver rings 10 minutes before.',
      ],
      bye: goodbyeStep('Perfect. The driver will ring ten minutes ahead. Goodbye, {first_name}.'),
    },
    paths: [
      'start > why > home > fork',
      'fork -Yes> stairs',
      'stairs > old > bye',
      'fork -Another day> other',
      'other > text > bye',
    ],
  },
  {
    department: 'deliveries',
    names: ['Installation follow-up'],
    description: 'Asks a day after installation whether everything works.',
    prompt: 'If something is wrong, hand over to the depot at once.',
    steps: {
      start: ['start', 'Start'],
      why: reasonStep('We brought your {product} yesterday.'),
      ok: ['ask', 'Works?', 'Is it running as it should?'],
      fork: ['condition', 'Works?'],
      warranty: ['say', 'Warranty', 'Wonderful. The warranty is registered, you need not do anything.'],
      depot: [
        'transfer',
        'To the depot',
        'I am sorry. I am putting you through to the depot, they can see the job sheet.',
        { department: 'depot' },
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
    steps: {
      start: ['start', 'Start'],
      who: ['ask', 'Account holder?', 'Before I go on: am I speaking with {first_name} {last_name}?'],
      is: ['condition', 'Right person?'],
      why: [
        'ask',
        'Paid already?',
        'There is an invoice of {amount} open since {past_date}. Could you settle it this week?',
      ],
      fork: ['condition', 'Can pay?'],
      link: [
        'message',
        'Send the payment link',
        'Hi {first_name}, the invoice of {amount} can be settled in your account under Payments until {date}. No fee is added. Thank you.',
      ],
      parts: ['ask', 'Parts', 'Would two halves help, {half_amount} now and the rest in four weeks?'],
      agreed: ['condition', 'Agrees?'],
      human: ['transfer', 'To accounts', '', { department: 'accounts' }],
      sorry: ['say', 'Wrong person', 'Then I am sorry to have disturbed you. I will correct the number.'],
      bye: goodbyeStep('Thank you, {first_name}. Goodbye.'),
    },
    paths: [
      'start > who > is',
      'is -Yes> why',
      'is -No> sorry',
      'sorry > bye',
      'why > fork',
      'fork -Yes> link',
      'link > bye',
      'fork -No> parts',
      'parts > agreed',
      'agreed -Agrees> link',
      'agreed -No> human',
    ],
  },
  {
    department: 'support',
    names: ['Repair follow-up', 'Repair follow-up, UK'],
    description: 'Asks after a repair or a fault report whether the problem is solved.',
    prompt: 'One step at a time. Book a technician when two steps did not help.',
    opening: 'Hello {first_name}, {agent} from Northfield Home support.',
    steps: {
      start: ['start', 'Start'],
      why: reasonStep('You reported a problem with your {product}.'),
      solved: ['ask', 'Solved?', 'Is it working now?'],
      fork: ['condition', 'Solved?'],
      glad: [
        'say',
        'Close the case',
        'I am glad. Then I close the case, and for two weeks you can have it opened again with one call.',
      ],
      code: ['ask', 'Code?', 'Is there a code on the display, a letter and two digits?'],
      filter: [
        'say',
        'Filter',
        'That is nearly always the filter: bottom left, a quarter turn, rinse it, put it back.',
      ],
      tech: ['ask', 'Technician?', 'Shall I send {technician} on {date} at {time} to be sure?'],
      text: [
        'message',
        'Send the steps',
        'Hi {first_name}, the steps again: switch off, quarter turn left, rinse, back in, switch on. {technician} is booked for {date} at {time}; reply CANCEL if it works.',
      ],
      bye: goodbyeStep('Thank you for your patience, {first_name}. Goodbye.'),
    },
    paths: [
      'start > why > solved > fork',
      'fork -Solved> glad',
      'glad > bye',
      'fork -No> code',
      'code > filter > tech > text > bye',
    ],
  },
  {
    department: 'support',
    names: ['Safety notice: filter recall'],
    description: 'Informs owners of a recalled filter and books the exchange.',
    prompt: 'Make sure that the customer understood: do not use the drying programme until the exchange.',
    steps: {
      start: ['start', 'Start'],
      why: reasonStep(
        'This is a safety notice about the filter in your {product}. Please do not use the drying programme for now.',
      ),
      got: ['ask', 'Understood?', 'Is that all right, and does everyone at home know?'],
      slot: ['ask', 'Exchange', 'The exchange takes ten minutes and is free. Can I book {date} at {time}?'],
      fork: ['condition', 'Booked?'],
      text: [
        'message',
        'Send the notice',
        'Safety notice for {first_name}: please do not use the drying programme of your {product} until the filter is exchanged on {date} at {time}.',
      ],
      person: ['transfer', 'To the recall desk', '', { department: 'the recall desk' }],
      bye: goodbyeStep('Thank you. Please keep the text. Goodbye.'),
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
    prompt: 'One minute. Write down the answers word for word.',
    steps: {
      start: ['start', 'Start'],
      why: reasonStep('{technician} was with you last week. I have three short questions.'),
      mark: ['ask', 'Mark', 'On a scale of one to ten, how happy were you with the visit?'],
      fork: ['condition', 'High or low?'],
      great: ['say', 'Thank', 'That is lovely to hear, I will tell {technician}.'],
      sorry: ['ask', 'What went wrong?', 'I am sorry. What went wrong?'],
      lead: [
        'message',
        'Offer a call by the team lead',
        'Hi {first_name}, we are sorry the visit fell short. Our team lead would like to ring you on {date}. Is {time} convenient?',
      ],
      better: ['ask', 'What to do better', 'What is the one thing that we should do better?'],
      bye: goodbyeStep('Thank you, that was all. Goodbye, {first_name}.'),
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
    prompt: 'Be brief. Explain the emergency number slowly.',
    steps: {
      start: ['start', 'Start'],
      why: reasonStep('Welcome to Northfield Home! I only want to make sure that everything reached you.'),
      letter: ['ask', 'Letter?', 'Did the letter with your plan number arrive?'],
      login: ['ask', 'Log-in?', 'And have you been able to log in?'],
      fork: ['condition', 'Logged in?'],
      link: [
        'message',
        'Send the log-in link',
        'Welcome, {first_name}! To log in, open northfield.example/start and enter your plan number. Emergencies: ring this number, day and night.',
      ],
      number: [
        'say',
        'Emergency number',
        'One last thing: the number I am calling from is answered day and night, also for emergencies.',
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

const columnWidth = 260
const rowHeight = 130

/** Lays out the steps in columns by their distance from the start. */
function layOutNodes(steps: Record<string, Step>, edges: readonly FlowEdge[]): FlowNode[] {
  const depth = new Map([['start', 0]])
  for (const id of depth.keys()) {
    for (const { source, target } of edges) {
      if (source === id && !depth.has(target)) depth.set(target, (depth.get(id) ?? 0) + 1)
    }
  }
  const rowsUsed = new Map<number, number>()
  return Object.entries(steps).map(([id, [type, label, prompt, extraData]]) => {
    const x = depth.get(id) ?? 0
    const y = rowsUsed.get(x) ?? 0
    rowsUsed.set(x, y + 1)
    return {
      id,
      type,
      position: { x: x * columnWidth, y: y * rowHeight },
      data: { label, ...(prompt ? { prompt } : {}), ...extraData },
    }
  })
}

const rules: readonly FlowRule[] = [
  { id: 'human', when: 'caller_asks_for_human', then: 'transfer', value: 'customer care' },
  { id: 'silence', when: 'silence', then: 'go_to_node', value: 'bye' },
  { id: 'annoyed', when: 'sentiment_negative', then: 'transfer', value: 'a team lead' },
  {
    id: 'late',
    when: 'outside_working_hours',
    then: 'message',
    value: 'Hi {first_name}, we will call again tomorrow during the day.',
  },
]

export interface GeneratedFlow {
  name: string
  department: Department
  fields: FlowFields
}

/** Names of inactive flows. */
const inactiveNames = new Set(['Appointment reminder, winter', 'Win-back after cancellation, UK'])

/** Generates the 25 flows. */
export function generateFlows(random: Random): GeneratedFlow[] {
  return templates.flatMap(({ department, names, description, direction, prompt, opening, steps, paths }) =>
    names.map((name): GeneratedFlow => {
      const edges = parseEdges(paths)
      const [opensAt, closesAt, timezone] = /UK/.test(name)
        ? ['09:00', '18:00', 'Europe/London']
        : /EU/.test(name)
          ? ['08:00', '17:00', 'Europe/Berlin']
          : ['09:00', '20:00', pick(random, ['America/New_York', 'America/Chicago', 'America/Los_Angeles'])]
      return {
        name,
        department,
        fields: {
          description,
          direction: direction ?? 'outbound',
          promptType: 'flow',
          prompt,
          flowData: { nodes: layOutNodes(steps, edges), edges },
          rules: rules.slice(0, 2 + Math.floor(random() * 3)).map((rule) => ({ ...rule })),
          isActive: !inactiveNames.has(name),
          welcomeMessage: opening === undefined ? 'ai_dynamic' : 'ai_custom',
          customWelcomeMessage: opening ?? '',
          settings: {
            callSetting: {
              maxCallDuration: pick(random, [300, 600, 900]),
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
                outOfHoursMessage: 'We will call you again tomorrow during the day.',
              },
            },
            enableRecording: random() < 0.9,
          },
        },
      }
    }),
  )
}
