/** What a colleague says who takes over from the agent, and what the customer answers. */

/** Why the agent hands over. */
export type HandoverReason = 'asked-for-person' | 'angry' | 'step'

export interface Handover {
  /** Departments that it fits. */
  department: RegExp
  reason?: Exclude<HandoverReason, 'angry'>
  /** What the call is about (a `Purpose`); absent: anything. */
  purpose?: string
  /** The colleague and the customer in turn; the colleague begins after having said who is speaking. */
  lines: readonly (readonly [colleague: string, customer: string])[]
  /** Change of the customer's mood. */
  moodChange: number
}

/** In the order in which they are matched. */
export const handovers: readonly Handover[] = [
  {
    department: /planning|schedul|dispatch/i,
    lines: [
      [
        'I have the whole calendar in front of me. Is it the hour or the day that makes it difficult?',
        'The day. I can swap my shift, but not on that one.',
      ],
      ['Let me look. One moment, please.', 'Sure.'],
      ["There's something on {other_date}, at the same hour. How about that?", 'On that day I can swap.'],
      ["Then it's yours. Does the bell work?", "It does, but it's not loud. Let it ring twice."],
      ["Twice, I'm writing that down. You get a text the day before.", "Great, that's what I needed."],
    ],
    moodChange: 2,
  },
  {
    department: /depot/i,
    reason: 'step',
    purpose: 'delivery',
    lines: [
      ['I have your order on the screen. What makes it difficult?', 'I work shifts, and nobody else can let you in.'],
      ['When are you at home, as a rule?', 'After two, mostly. This week it was mornings.'],
      ["One moment, I'm asking the drivers.", 'All right.'],
      [
        'One of them passes your way in the late afternoon. Would that be possible, in the week after?',
        'In the late afternoon, yes. That would work.',
      ],
      [
        "Good. I'm writing it on the order, and you get the day by text.",
        'Thank you. I thought it would never work out.',
      ],
    ],
    moodChange: 2,
  },
  {
    department: /depot/i,
    reason: 'step',
    purpose: 'support',
    lines: [
      ["I've read what it does. Does the plug sit firmly in the wall?", "Yes, I've checked that. Twice."],
      ['And the tap behind it, is it open all the way?', 'All the way. I opened it again, to be sure.'],
      ["Then somebody has to look at it. One moment, I'm looking for the next van.", 'Thank you.'],
      ['I can send somebody on {date}, in the morning. Is that possible?', 'In the morning, yes.'],
      ['Good. Please leave it unplugged until then.', 'I will.'],
    ],
    moodChange: 2,
  },
  {
    department: /account|billing|invoice/i,
    reason: 'step',
    lines: [
      ['I have the invoice here. What could you manage in a month, roughly?', "A third of it, I'd say. Not more."],
      ['Let me see whether I can do that. One moment.', 'Okay.'],
      ['Three parts, the first by {date}, and then one each month. Is that all right?', 'Yes. That I can do.'],
      ['Would you like that by e-mail, or as a letter?', 'As a letter, please. I put those up on the wall.'],
      [
        "It goes out today. And if it gets difficult, call me before the day, and we'll find something.",
        'Thank you, that takes a load off my mind.',
      ],
    ],
    moodChange: 2,
  },
  {
    department: /recall/i,
    reason: 'step',
    lines: [
      ['We have vans out every day for this. When are you at home?', 'Mostly in the afternoon.'],
      ["One moment, I'm looking.", 'Sure.'],
      ['Would {other_date} suit you, after lunch?', 'After lunch, yes.'],
      ["It's booked, and {technician} calls you from the road. Please don't use the dryer until then.", "No, I won't."],
    ],
    moodChange: 2,
  },
  {
    department: /(?:)/,
    reason: 'asked-for-person',
    purpose: 'renewal',
    lines: [
      ["I'm here now. What would you like to know?", 'What it costs me, all in all, and what I get for it.'],
      ["Per month it's what you pay now. One moment, I'm adding up last year for you.", 'Please.'],
      [
        'You had the yearly check and one repair. Without the plan, that would have been a bit more.',
        "Really? I'd have said less.",
      ],
      ["I can send you both sums, if you'd like to see them.", "Yes, do that. Then I'll decide."],
      ['Of course. You have it in a minute, and my name is below it.', "That's what I wanted. Thank you."],
    ],
    moodChange: 2,
  },
  {
    department: /planning|schedul|dispatch/i,
    lines: [
      [
        "I've got the whole calendar in front of me. Would {other_date} be any better?",
        'In the morning, that would work.',
      ],
      ["Then I'll put you down for the morning. You get a text the day before.", "Great, that's what I needed."],
    ],
    moodChange: 2,
  },
  {
    department: /planning|schedul|dispatch/i,
    lines: [
      ['So that day is no good for you. What about the week after?', 'The week after is better. Any day, really.'],
      ["Then I'll pick one and send you two suggestions today.", 'Perfect.'],
    ],
    moodChange: 2,
  },
  {
    department: /depot/i,
    reason: 'step',
    lines: [
      [
        "I've got your job sheet here. What can I do for you?",
        "It's about what I've just told your colleague. Can you sort it out?",
      ],
      [
        "I can. I'll put it on tomorrow's list, and somebody calls you before eleven to agree on a time.",
        'All right. Thank you.',
      ],
    ],
    moodChange: 2,
  },
  {
    department: /depot/i,
    reason: 'step',
    lines: [
      ["I see your order. Leave it with me, I'll find a slot that works for you.", 'I would appreciate that.'],
      ["I'll check with the drivers and call you back {callback}. Is that all right?", "Yes, that's fine."],
    ],
    moodChange: 2,
  },
  {
    department: /account|billing|invoice/i,
    reason: 'step',
    lines: [
      ['I have the invoice here. What could you manage in a month, roughly?', 'A quarter of it, maybe.'],
      [
        "Then let's make it four parts, the first by {date}. I'll send you that in writing.",
        'Thank you, that takes a load off my mind.',
      ],
    ],
    moodChange: 2,
  },
  {
    department: /account|billing|invoice/i,
    reason: 'step',
    lines: [
      ["I've got your account open. How much time would you need?", "Until the end of next month, I'd say."],
      ["I can put the invoice on hold until then. You won't get a reminder.", "That's good of you."],
    ],
    moodChange: 2,
  },
  {
    department: /recall/i,
    reason: 'step',
    lines: [
      ['We have vans out every day for this. Would {other_date} suit you?', 'Yes, after lunch.'],
      ["After lunch it is. And please don't use the dryer until then.", "No, I won't."],
    ],
    moodChange: 2,
  },
  // A person was asked for.
  {
    department: /(?:)/,
    reason: 'asked-for-person',
    purpose: 'renewal',
    lines: [
      ["I'm here now. What would you like to know?", 'What it costs me, per month and all in all.'],
      ["I'll put that in an e-mail, line by line, so you can read it in peace.", "That's what I wanted. Thank you."],
    ],
    moodChange: 2,
  },
  {
    department: /(?:)/,
    reason: 'asked-for-person',
    purpose: 'renewal',
    lines: [
      [
        'You wanted to speak with one of us. Is it about the price?',
        'Not really. I just decide such things with a person.',
      ],
      ['I understand. Sleep on it, and call me when you know.', "I'll do that."],
    ],
    moodChange: 2,
  },
  {
    department: /(?:)/,
    reason: 'asked-for-person',
    purpose: 'appointment',
    lines: [
      ['How can I help you?', "I'd rather settle the day with you than with a computer."],
      ['Of course. Are mornings or afternoons better for you?', 'Mornings.'],
      ["Then I'll put in a morning, and send you the day by text.", 'Wonderful.'],
    ],
    moodChange: 2,
  },
  {
    department: /(?:)/,
    reason: 'asked-for-person',
    purpose: 'delivery',
    lines: [
      ['What can I do for you?', 'I just want to be sure that somebody really comes.'],
      [
        "It's on the list for that day, I'm looking at it. And you can call me if anything is off.",
        'Then I believe it.',
      ],
    ],
    moodChange: 2,
  },
  {
    department: /(?:)/,
    reason: 'asked-for-person',
    purpose: 'payment',
    lines: [
      ['Before we go on, is this {first_name} {last_name} on the line?', 'Yes, it is.'],
      ["Thank you. I'll send you everything in writing, and then we talk about it.", 'I prefer that, yes.'],
    ],
    moodChange: 2,
  },
  {
    department: /(?:)/,
    reason: 'asked-for-person',
    purpose: 'support',
    lines: [
      ['How can I help?', "I'd like somebody to go through it with me who knows the machine."],
      ["Then that's what we'll do. One of our technicians calls you {callback}.", 'Great, thank you.'],
    ],
    moodChange: 2,
  },
  {
    department: /(?:)/,
    reason: 'asked-for-person',
    purpose: 'survey',
    lines: [
      ["You didn't want to give marks to a machine, I hear.", 'No. It feels silly.'],
      ['Then just tell me, were you happy?', 'Yes, mostly. It took a bit long, that was all.'],
      ["Thank you, I'll write it down like that.", 'Good.'],
    ],
    moodChange: 2,
  },
  {
    department: /(?:)/,
    reason: 'asked-for-person',
    purpose: 'welcome',
    lines: [
      ['Here I am. What can I do for you?', 'Nothing special. I only wanted to hear whether there are people, too.'],
      ['There are, day and night. Did everything reach you?', 'Yes, it did.'],
      ['Then welcome, and call us any time.', 'Thank you very much.'],
    ],
    moodChange: 2,
  },
  {
    department: /(?:)/,
    reason: 'asked-for-person',
    lines: [
      ["You're talking to a person now. How can I help?", "Oh, good. I don't like talking to machines, that's all."],
      [
        'I understand. I have your details here, so we can go through it together.',
        'To be honest, could you send it to me in writing?',
      ],
      ["Of course, I'll do that today. You can answer in your own time.", "That's perfect."],
    ],
    moodChange: 2,
  },
  {
    department: /(?:)/,
    reason: 'asked-for-person',
    lines: [
      [
        'I hear you wanted to speak with somebody. What can I do for you?',
        "I'd just like to know that it's a real company.",
      ],
      [
        'It is, and I sit in the office. You can call us on this number any time.',
        "All right. Then send me the details, and I'll have a look.",
      ],
      ["I'll do that right away.", 'Thank you.'],
    ],
    moodChange: 2,
  },
  {
    department: /(?:)/,
    lines: [
      ["I have your details in front of me. I'll take it from here.", 'Good. I prefer to talk to a person.'],
      ['Many people do. You have it from me in writing today.', 'Great.'],
    ],
    moodChange: 2,
  },
]

/** How the colleague begins who names the matter, because the customer asked for a person before the agent did. */
export const matterOpenings = [
  'You wanted to speak with one of us, so let me say what it is about. {matter}',
  "I'm the person you asked for. {matter}",
  "Here I am, so I'll tell you myself why we call. {matter}",
] as const
/** If the flow asks who is speaking: the colleague asks before naming the matter. */
export const identityLines = ['Before we go on, is this {first_name} {last_name} on the line?', 'Yes, it is.'] as const
/** A notice that nobody may miss, after anything else. `{matter}` is its text. */
export const safetyLines = ["One more thing, and it's important. {matter}", "All right, I won't."] as const
export const safetyMatter = /\bsafety\b|don't use/i
/** The same for a day that the customer has to know. */
export const dateLines = ['One more thing, before I let you go. {matter}', "All right, I've got that."] as const
export const dateMatter = /visit at your home|comes on/i
/** What a colleague says of any other matter to somebody who complained before it was named. */
export const postponements = ['What we called about can wait.', 'The rest can wait for another day.'] as const

interface Introduction {
  /** Found in the matter. */
  matter: RegExp
  /** What the customer says who hears it for the first time. */
  reaction: string
  reply: string
  answer: string
}
/** What follows the matter, in the order in which they are matched. */
export const introductions: readonly Introduction[] = [
  {
    matter: safetyMatter,
    reaction: "Oh. All right, then I won't use it.",
    reply: 'Thank you. One of us calls you {callback} to agree on a day for it.',
    answer: 'Good, thank you.',
  },
  {
    matter: /invoice|overdue/i,
    reaction: "Oh. I don't think I've seen that one.",
    reply: "I'll send you a copy today. Have a look at it, and call me if anything is wrong.",
    answer: "I'll do that, thank you.",
  },
  {
    matter: /you left|cancell?ed/i,
    reaction: 'Ah, that. It was the price, mostly.',
    reply: "Thank you for telling me. I'll write it down like that, and you can call me any time.",
    answer: 'Good. Thank you.',
  },
  {
    matter: /check is due/i,
    reaction: 'Oh, that time again.',
    reply: "I'll send you two days by text, and you choose the one that you like.",
    answer: "Good, I'll do that.",
  },
  {
    matter: /\bplan\b/i,
    reaction: "Ah, I see. I'd like to read that in peace.",
    reply: "Of course. I'll send you the prices in writing today, and you decide when you like.",
    answer: "That's good, thank you.",
  },
  {
    matter: /nobody answered|missed you/i,
    reaction: "Oh, that day. I was at the doctor's.",
    reply: "No problem. I'll send you two other days by text, and you choose.",
    answer: "That's kind, thank you.",
  },
  {
    matter: /questions? about/i,
    reaction: 'Ah, that. It was all fine, it only took a bit long.',
    reply: "Thank you, I'll write it down like that, and that's all we need.",
    answer: 'Good.',
  },
  {
    matter: /visit at your home|appointment/i,
    reaction: "Ah, right. Yes, that's in my calendar.",
    reply: 'Then it stays like that. If anything comes up, call me.',
    answer: 'I will. Thank you.',
  },
  {
    matter: /comes on|deliver/i,
    reaction: 'Ah, good. Somebody will be here.',
    reply: "Then it's settled, and the driver calls ten minutes ahead.",
    answer: 'Thank you.',
  },
  {
    matter: /installed/i,
    reaction: 'Ah, yes. It runs very well, thank you.',
    reply: "I'm glad. If anything comes up, you can call me.",
    answer: "I'll remember that.",
  },
  {
    matter: /reported a problem/i,
    reaction: "Yes, that's right. I'd like to go through it with somebody who knows the machine.",
    reply: 'Of course. One of our technicians calls you {callback} and does that with you.',
    answer: 'Great, thank you.',
  },
  {
    matter: /^welcome/i,
    reaction: "Oh, thank you. Yes, I've got everything.",
    reply: "I'm glad. Call us any time.",
    answer: 'Thank you very much.',
  },
  {
    matter: /(?:)/,
    reaction: "Ah, so that's what it is.",
    reply: "I'll send you everything in writing today, and you answer in your own time.",
    answer: "That's perfect, thank you.",
  },
]

/** Those for the department or, if there are none, for the purpose of the call; of general ones only if nothing fits better. */
export function bestOf(fitting: readonly Handover[], purpose: string, prefersPurpose: boolean): readonly Handover[] {
  const possible = fitting.filter((one) => one.purpose === undefined || one.purpose === purpose)
  const [own, general] = [
    possible.filter((one) => !one.department.test('')),
    possible.filter((one) => one.department.test('')),
  ]
  if (own.length > 0) return own
  const ofPurpose = general.filter((one) => one.purpose !== undefined)
  return prefersPurpose && ofPurpose.length > 0 ? ofPurpose : general
}

/** How the colleague begins. `{from}` is `from accounts`, `from the depot` or `team lead`. */
export const colleagueGreetings = [
  'Hello {first_name}, this is {colleague}, {from}.',
  'Hello {first_name}, {colleague} here, {from}.',
  'Hi {first_name}, my name is {colleague}, {from}.',
] as const

/** `{where}` is `in accounts`, `at the depot` or `, a team lead`. */
export const transferLines = [
  "Of course. I'm putting you through to {colleague}{where} now. One moment, please.",
  "I'll connect you with {colleague}{where}. Please stay on the line.",
  'Let me put you through to {colleague}{where}. It only takes a moment.',
] as const
/** The same, if the customer did not ask for it. */
export const transferOffers = [
  'Let me put you through to {colleague}{where}, who can help you with that.',
  "I'd like to connect you with {colleague}{where}. Just a moment, please.",
  "I'm putting you through to {colleague}{where}. Just a moment, please.",
] as const
export const transferAnswers = ['Thank you.', 'Okay.', 'All right, thanks.', 'Yes, please do.'] as const
/** How the colleague and the customer end the call. */
export const colleagueGoodbyes = [
  'Goodbye then, {first_name}.',
  'Thanks for your patience. Bye.',
  'Bye, {first_name}.',
] as const

/** Nobody of these has the first name of an agent or a technician. */
export const colleagues = [
  'Marta Lindqvist',
  'James Okafor',
  'Priya Raman',
  'Tom Becker',
  'Hannah Clarke',
  'Luis Ortega',
] as const

/** How a department is named after the colleague's name, and by the colleague. */
export function departmentPhrases(department: string): { where: string; from: string } {
  const [, article = '', rest = ''] = /^(?:(an?|the|our) )?(.*)$/i.exec(department.trim()) ?? []
  if (/^an?$/i.test(article)) return { where: `, ${department}`, from: rest }
  return article === ''
    ? { where: ` in ${department}`, from: `from ${department}` }
    : { where: ` at ${department}`, from: `from ${department}` }
}
