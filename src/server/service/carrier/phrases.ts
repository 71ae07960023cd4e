/** Phrases of simulated calls, by purpose. `{name}` is a variable of the call: a column of the batch's file or one of `variables.ts`. */

/** In the order in which they are matched, the most specific first. */
export const purposes = [
  'payment',
  'survey',
  'delivery',
  'support',
  'welcome',
  'renewal',
  'appointment',
  'general',
] as const
export type Purpose = (typeof purposes)[number]

interface ScriptedQuestion {
  ask: string
  /** The agent's reactions to a yes and a no. */
  yes: string
  no: string
  /** Whether the call ends after a no. */
  endsAtNo: boolean
}

export interface Phrases {
  /** Words in names and prompts that indicate the purpose. */
  pattern: RegExp
  /** Questions of a flow without a graph, in order. */
  scriptedQuestions: readonly ScriptedQuestion[]
  /** Messages after the call: everything agreed, something left open, call not answered. */
  messages: { agreed: readonly string[]; open: readonly string[]; missed: readonly string[] }
}

const asked = (ask: string, yes: string, no: string, endsAtNo = false): ScriptedQuestion => ({ ask, yes, no, endsAtNo })

export const phrases: Record<Purpose, Phrases> = {
  appointment: {
    pattern: /appointment|visit|schedul|technician|inspection|booking|reminder/i,
    scriptedQuestions: [
      asked(
        "I'm calling about your visit on {date} at {time}. Does that still suit you?",
        'Good, then {technician} will be with you at {time}.',
        "No problem. I'll take it out, and our planners will call you with other days.",
        true,
      ),
      asked(
        'Will somebody over eighteen be at home for the visit?',
        "Good, that's all we need.",
        'Then {technician} will call you twenty minutes ahead, so that you can get back.',
      ),
      asked(
        'Is there anything {technician} should know, a gate code or a dog?',
        "Thank you, that's on the job sheet now.",
        'Good, straightforward then.',
      ),
    ],
    messages: {
      agreed: [
        'Hi {first_name}, your visit is confirmed for {date} at {time}. {technician} will call 20 minutes before. Reply CHANGE to move it.',
        'Hi {first_name}, as said: {date} at {time}. Please make sure that {technician} can get to the boiler.',
      ],
      open: [
        'Hi {first_name}, thank you for your time. We will be in touch about another day for the visit. If one suits you best, just reply with it.',
        'Hi {first_name}, we will find another day for your visit. Are mornings or afternoons better for you?',
      ],
      missed: [
        'Hi {first_name}, I tried to reach you about a visit of our technician. Please call us back on this number, or reply with a day that suits you.',
      ],
    },
  },
  renewal: {
    pattern: /renew|plan|contract|subscription|expir|policy|upgrade/i,
    scriptedQuestions: [
      asked(
        'Your home care plan ends on {date}. Would you like to keep it for another year, at {amount} a month?',
        'Good, then nothing changes for you.',
        "That's all right. It simply ends on {date}, and you can come back any time.",
        true,
      ),
    ],
    messages: {
      agreed: [
        'Hi {first_name}, thank you for your time today. What we agreed is in your account under Plans. If anything is unclear, just reply here.',
        'Thank you, {first_name}! What we agreed today is in your account under Plans, for you to look up at any time.',
      ],
      open: [
        'Hi {first_name}, thank you for being open with me. If you change your mind about the plan, reply here and I will see what I can do.',
        'Hi {first_name}, no hard feelings. May I ask you once more in six months, or would you rather not be called about the plan?',
      ],
      missed: [
        'Hi {first_name}, I tried to reach you about your home care plan. Shall I call again, or would you rather have it in writing?',
      ],
    },
  },
  delivery: {
    pattern: /deliver|order|courier|parcel|window|dispatch|shipment/i,
    scriptedQuestions: [
      asked(
        'Your {product} is on the van for {date}, between {window}. Will somebody be there to take it in?',
        'Good, the driver will call ten minutes before.',
        "Then I'll take it off the van, and our depot will call you with another day.",
        true,
      ),
      asked(
        'Are there stairs or a narrow door on the way in?',
        "Thanks, I'll send two people and the trolley.",
        'Great, that makes it easy.',
      ),
      asked(
        'Would you like us to take the old one away? It costs nothing.',
        "I've added that. Please just have it unplugged.",
        'All right, then it stays with you.',
      ),
    ],
    messages: {
      agreed: [
        'Hi {first_name}, your {product} arrives on {date} between {window}. The driver calls 10 minutes before.',
        'Hi {first_name}, see you on {date} between {window}. Please keep the way in clear for the {product}.',
      ],
      open: [
        'Hi {first_name}, which day would suit you for your {product}? Just reply with it, and I will see what is free.',
      ],
      missed: [
        'Hi {first_name}, your {product} is planned for {date} between {window}. Will somebody be in? Reply YES, or MOVE for another day.',
      ],
    },
  },
  payment: {
    pattern: /invoice|payment|overdue|collect|billing|balance|account|arrears/i,
    scriptedQuestions: [
      asked('Am I speaking with {first_name} {last_name}?', '', "Then I'm sorry to have disturbed you.", true),
      asked(
        "There's an invoice of {amount} open since {past_date}. Could you settle it by {date}?",
        'Good, then no fee is added.',
        "Thanks for telling me. I'll have a colleague call you about paying in parts.",
        true,
      ),
    ],
    messages: {
      agreed: [
        'Hi {first_name}, thank you for your time. You find the invoice of {amount} in your account under Payments.',
        'Hi {first_name}, the invoice of {amount} can be settled in your account under Payments until {date}. Thank you.',
      ],
      open: [
        'Hi {first_name}, thank you for telling us. The reminder is on hold until {date}, and we will find a way that works for you.',
        'Hi {first_name}, would three or four parts be easier? Reply with a number, and I will ask our accounts team.',
      ],
      missed: [
        'Hi {first_name}, I tried to reach you about your account. Please call us back on this number when you have a moment, or reply CALL and a time.',
      ],
    },
  },
  support: {
    pattern: /support|repair|fault|help|troubleshoot|complaint|warranty|follow-up|recall|safety/i,
    scriptedQuestions: [
      asked(
        'You wrote to us about your {product}. Is it working now?',
        "I'm glad to hear it. Then I'll close the case.",
        "I'm sorry about that. Let's go through it together.",
      ),
      asked(
        'Shall I send {technician} on {date} at {time} to be sure?',
        "That's booked, {date} at {time}.",
        'All right. If it comes back, one call is enough.',
      ),
    ],
    messages: {
      agreed: [
        'Hi {first_name}, thank you for your time. If anything comes up with your {product}, reply here and we will look into it.',
        'Hi {first_name}, good to hear from you today. The instructions for your {product} are in your account under Appliances.',
      ],
      open: [
        'Hi {first_name}, your case stays open. Could you reply with a photo of the label inside the door? It helps our technician.',
        'Hi {first_name}, we will call you by {date} about your {product}. If it gets worse before that, reply here.',
      ],
      missed: [
        'Hi {first_name}, I tried to reach you about your {product}. Is everything all right with it? One word is enough.',
      ],
    },
  },
  survey: {
    pattern: /survey|feedback|satisf|rate|opinion|experience/i,
    scriptedQuestions: [
      asked(
        'On a scale of one to ten, how happy were you with the visit?',
        "Thank you, I'll pass that on.",
        "I'm sorry to hear that. I'm writing it down as you say it.",
      ),
      asked('Did {technician} arrive when we said?', 'Good.', "Thank you for telling me. That shouldn't happen."),
      asked('And is there one thing that we should do better?', "That's useful, thank you.", 'All right.'),
    ],
    messages: {
      agreed: [
        'Thank you for your feedback, {first_name}! I have passed it on to {technician}.',
        'Hi {first_name}, thank you for your time today. Your answers go to the field team on Monday.',
      ],
      open: [
        'Hi {first_name}, I passed your remark on to the field team. If you would rather speak with somebody, reply CALL.',
        'Hi {first_name}, I am sorry that the visit fell short. Would you like a call from our team lead?',
      ],
      missed: [
        'Hi {first_name}, one question about the visit of {technician}: how happy were you, from 1 to 10? A number is enough.',
      ],
    },
  },
  welcome: {
    pattern: /welcome|onboard|new customer|activation|first|introduc/i,
    scriptedQuestions: [
      asked(
        'Welcome! Did the letter with your plan number arrive?',
        'Great, keep it somewhere handy.',
        "Then I'll have it sent again today.",
      ),
      asked(
        'And have you been able to log in to your account?',
        'Good, everything is in there.',
        "I'll text you the link. It takes your number and a code, nothing else.",
      ),
      asked(
        'Would you like your first yearly check in the morning or in the afternoon?',
        "I've noted that.",
        "We'll ask again closer to the time.",
      ),
    ],
    messages: {
      agreed: [
        'Welcome, {first_name}! In an emergency call this number, day and night. For anything else, just reply here.',
        'Hi {first_name}, welcome again. Your first yearly check is included; we will offer you a day for it soon.',
      ],
      open: [
        'Hi {first_name}, did the log-in work in the meantime? If not, reply HELP and I will go through it with you.',
      ],
      missed: [
        'Welcome to Northfield Home, {first_name}! I tried to reach you. Did the letter with your plan number arrive? Reply NO and I send it again.',
      ],
    },
  },
  general: {
    pattern: /(?:)/,
    scriptedQuestions: [
      asked('Do you have two minutes for me?', "Thank you, I'll be quick.", "I'll be very short, then."),
      asked(
        'Is everything working as it should?',
        "I'm glad.",
        "I'm sorry. I'll make a note, so that a colleague looks into it.",
      ),
      asked(
        'May I send you a short summary by text?',
        'It will be with you in a minute.',
        "That's fine, no message then.",
      ),
    ],
    messages: {
      agreed: ['Hi {first_name}, thank you for your time today. If anything is unclear, just answer this message.'],
      open: ['Hi {first_name}, a short note as promised: a colleague will look into it and write to you by {date}.'],
      missed: ['Hi {first_name}, I tried to reach you. When would be a good time to call you again?'],
    },
  },
}

/** Messages after a call that did not come to its end, for every purpose. */
export const messagesAfter = {
  'call-back': [
    "Hi {first_name}, as agreed we will call you {agreed_callback}. If that doesn't suit you, just reply with another time.",
    'Hi {first_name}, you will hear from us {agreed_callback}. Until then you can also reply here.',
  ],
  colleague: [
    'Hi {first_name}, you spoke with {colleague} just now. If anything else comes up, just reply here.',
    'Hi {first_name}, thank you for your patience today. {colleague} has everything, and you can reply here at any time.',
  ],
  complaint: [
    'Hi {first_name}, I am sorry about the trouble. Your complaint is with our team, and somebody will write to you by {date}.',
    'Hi {first_name}, I apologise again for the trouble. If there is anything else, reply here, and somebody will read it today.',
  ],
  'cut-off': [
    'Hi {first_name}, I could not hear you any more just now. When would be a good time to call again?',
    'Hi {first_name}, the line went quiet, so I hung up. You can also answer here.',
  ],
} as const

/** The agent's voicemail messages. Between them stands what the call is about, unless that is private. */
export const voicemailGreetings = [
  'Hello {first_name}, this is {agent} from {company}.',
  'Hi {first_name}, {agent} here, from {company}.',
  'Hello, this is {agent} from {company} with a message for {first_name}.',
  'Hello, this is {agent} from {company}.',
] as const
export const voicemailRequests = [
  'Please call us back on this number when you have a minute. Thank you, goodbye.',
  "You can call us back on this number, or I'll try again another time. Goodbye.",
  'It would be good if you could call us back on this number. Thanks, and bye.',
] as const

/** Greetings of customers' voicemail, with those of some countries in their languages. */
export const mailboxes = [
  "Hi, this is {first_name}. I can't take your call right now. Please leave a message after the tone.",
  'You have reached the mailbox of {customer_number}. Please speak after the tone.',
  "Hello, we're not at home. Leave a message and we'll call you back.",
  'The person you are calling is not available. Please leave a message after the tone.',
  "Hey, it's {first_name}. Leave a message after the beep.",
] as const
export const localMailboxes: Readonly<Record<string, readonly string[]>> = {
  DE: [
    'Hallo, hier ist die Mailbox von {first_name} {last_name}. Bitte hinterlassen Sie eine Nachricht nach dem Ton.',
    'Der Teilnehmer ist zurzeit nicht erreichbar. Bitte sprechen Sie nach dem Signalton.',
  ],
  FR: [
    'Bonjour, vous êtes bien sur la messagerie de {first_name} {last_name}. Laissez un message après le bip.',
    "Votre correspondant n'est pas disponible. Veuillez laisser un message après le signal sonore.",
  ],
  SE: [
    'Hej, du har kommit till {first_name} {last_name}. Lämna gärna ett meddelande efter tonen.',
    'Personen du söker kan inte svara just nu. Lämna ett meddelande efter tonen.',
  ],
}
