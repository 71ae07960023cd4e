/**
 * Phrases of simulated calls, by purpose. `{name}` is a variable of the call: a column of the batch's file or one of
 * `variables.ts`. Longer than 300 lines, because it is a table of texts without logic.
 */

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

export interface Phrases {
  /** Words in names and prompts that indicate the purpose. */
  pattern: RegExp
  /** Questions of a flow without a graph, in order, with the agent's reactions to a yes and a no. */
  scriptedQuestions: readonly { ask: string; yes: string; no: string }[]
  /** Customers' questions with the agent's answers. */
  customerQuestions: readonly (readonly [question: string, answer: string])[]
  /** Messages after the call: everything agreed, something left open, call not answered. */
  messages: { agreed: readonly string[]; open: readonly string[]; missed: readonly string[] }
  /** The agent's voicemail message. */
  voicemail: string
}

export const phrases: Record<Purpose, Phrases> = {
  appointment: {
    pattern: /appointment|visit|schedul|technician|inspection|booking|reminder/i,
    scriptedQuestions: [
      {
        ask: "I'm calling about your visit on {date} at {time}. Does that still work for you?",
        yes: 'Lovely, then {technician} will be with you at {time}.',
        no: 'No problem at all. The next opening I have is {other_date} in the morning. I will put you down for that one.',
      },
      {
        ask: 'Will somebody over eighteen be at home for the visit?',
        yes: 'Good, that is all we need.',
        no: "That's fine, the technician will call you twenty minutes ahead so that you can get back.",
      },
      {
        ask: 'Is there anything the technician should know, a gate code or a dog, perhaps?',
        yes: 'Thank you, I have added that to the job sheet.',
        no: 'Perfect, straightforward then.',
      },
    ],
    customerQuestions: [
      ['How long will it take, roughly?', 'Usually between forty minutes and an hour.'],
      ['Do I have to be there myself?', 'No, any adult who can let us in is fine.'],
      [
        'Is that covered by my plan or do I pay extra?',
        'The yearly check is included, so there is nothing to pay on the day.',
      ],
      [
        'Can they look at the dishwasher while they are here?',
        'I can add it to the job. The technician will have about fifteen minutes for it.',
      ],
      ['Could I get a text when they are on their way?', 'Of course, you will get one about half an hour before.'],
      ['Who is coming, is it the same person as last time?', 'It should be {technician} again, yes.'],
    ],
    messages: {
      agreed: [
        'Hi {first_name}, your visit is confirmed for {date} at {time}. {technician} will call 20 minutes before. Reply CHANGE to move it.',
        'Thanks for the chat, {first_name}. Please have your plan number ready on {date}; it starts with NH and is on your last letter.',
        'Hi {first_name}, as said: {date} at {time}. Please clear a metre around the boiler so that {technician} can get to it.',
      ],
      open: [
        'Hi {first_name}, {date} does not suit you, so here is what else I have: {other_date} at {time}, or any morning after. Which shall I take?',
        'Hi {first_name}, I will keep {other_date} at {time} free for you until tomorrow noon. One word is enough.',
      ],
      missed: [
        'Hi {first_name}, I tried to reach you about your visit on {date} at {time}. If that still suits you, there is nothing to do. Otherwise reply CHANGE.',
      ],
    },
    voicemail:
      "Hello {first_name}, this is {agent}. I'm calling about your visit on {date} at {time}. If that still suits you, there is nothing to do. Otherwise please ring us back on this number. Thank you, goodbye.",
  },
  renewal: {
    pattern: /renew|plan|contract|subscription|expir|policy|upgrade/i,
    scriptedQuestions: [
      {
        ask: 'Your home care plan ends on {date}. Would you like to keep it for another year at {amount} a month?',
        yes: 'Wonderful, then nothing changes for you.',
        no: 'I understand. May I ask what would make it worth keeping?',
      },
      {
        ask: 'Shall we leave the payment on the same card?',
        yes: 'Good, it stays as it is.',
        no: "Of course. I'll text you a secure link, and you can put in the new one whenever it suits you.",
      },
      {
        ask: 'Would you like the washing machine added? It would be {small_amount} more.',
        yes: 'Done, it is covered from the first day of the new year.',
        no: 'That is fine, we leave it as it was.',
      },
    ],
    customerQuestions: [
      ['Has the price gone up again?', 'By one percent, from last year. The cover is the same.'],
      [
        'What is covered, exactly?',
        'Boiler, heating controls, and the pipes up to the meter. Parts and labour, no call-out charge.',
      ],
      ['Can I cancel if we move house?', 'Yes, or take the plan with you. Moving it costs nothing.'],
      ['What if I just let it run out?', 'Then a single call-out would be charged as usual, which starts at {amount}.'],
      ['I saw a cheaper one online, to be honest.', 'I can match that for the first six months, if you renew today.'],
      ['Do I have to sign anything?', 'No, your yes is enough. You get everything in writing tonight.'],
    ],
    messages: {
      agreed: [
        'Hi {first_name}, thank you for renewing. Your plan runs until {next_year} at {amount} a month. The new certificate is in your inbox.',
        'Thank you, {first_name}! To change the card for your plan, please use your account under Payments. Never send card numbers by text.',
      ],
      open: [
        'Hi {first_name}, here is the offer we talked about: 12 months at {amount}, first month free if you renew by {date}. Reply YES to accept.',
        'Hi {first_name}, you asked for time to compare. Your present cover continues until {date}; I will not call again before then unless you want me to.',
      ],
      missed: [
        'Hi {first_name}, I tried to reach you: your home care plan ends on {date}. Shall we keep it going at {amount} a month? Reply YES, or ring us.',
      ],
    },
    voicemail:
      'Hi {first_name}, {agent} here. Your home care plan ends on {date} and I would like to make sure you stay covered. Please call us back on this number, it takes two minutes. Bye for now.',
  },
  delivery: {
    pattern: /deliver|order|courier|parcel|window|dispatch|shipment|install/i,
    scriptedQuestions: [
      {
        ask: 'Your {product} is on the van for {date}, between {window}. Will someone be there to take it in?',
        yes: 'Good, the driver will ring ten minutes before.',
        no: 'Then let us move it. I can do {other_date}, the same time of day. I will change it now.',
      },
      {
        ask: 'Are there any stairs or a narrow door on the way in?',
        yes: 'Thanks, I will send two people and the trolley.',
        no: 'Great, that makes it easy.',
      },
      {
        ask: 'Would you like us to take the old one away? It costs nothing.',
        yes: "I've added that. Please just have it unplugged.",
        no: 'All right, then it stays with you.',
      },
    ],
    customerQuestions: [
      [
        'Can you make it earlier, before nine?',
        'The first run leaves at eight, so a quarter past eight is the earliest. I can ask for that.',
      ],
      ['Do you connect it as well?', 'Yes, connecting and a short test are part of the delivery.'],
      [
        'What if the driver does not find the house?',
        'He has your number and will call. Our note says to look for the green gate. Is that still right?',
      ],
      ['Can a neighbour take it?', 'For the small parts, yes. The appliance itself needs someone of the household.'],
      ['Where is it now?', 'In our depot, on the rack for your route. It was checked this morning.'],
      ['And if it is damaged?', 'Then you simply do not sign, and a new one is with you within three working days.'],
    ],
    messages: {
      agreed: [
        'Hi {first_name}, your {product} arrives on {date} between {window}. The driver rings 10 minutes before.',
        'Hi {first_name}, the depot confirmed two people and a trolley for {date}. Please keep the hallway clear and the old appliance unplugged.',
      ],
      open: [
        'Hi {first_name}, I can move your delivery to {other_date}, between {window}. Shall I? The van is packed the evening before.',
        'Hi {first_name}, sorry again for the trouble. I have put a credit of {small_amount} on your account; it comes off the next invoice.',
      ],
      missed: [
        'Hi {first_name}, your {product} is planned for {date} between {window}. Will somebody be in? Reply YES, or MOVE for another day.',
      ],
    },
    voicemail:
      'Hello {first_name}, this is {agent} about your {product}. We plan to deliver on {date} between {window}. If nobody will be in, please call this number today so that we can move it. Thank you.',
  },
  payment: {
    pattern: /invoice|payment|overdue|collect|billing|balance|account|arrears/i,
    scriptedQuestions: [
      {
        ask: 'There is an invoice of {amount} that was due on {past_date}. Have you perhaps paid it already?',
        yes: "Thank you. It can take three days to arrive, so I'll put the reminder on hold.",
        no: 'That happens. Would it help to settle it in two halves?',
      },
      {
        ask: 'Could you manage the first half by {date}?',
        yes: 'Good, I note that, and no fee will be added.',
        no: 'Then tell me which day after that would be realistic for you.',
      },
      {
        ask: 'Shall I send the payment link to this number?',
        yes: "It's on its way as soon as we hang up.",
        no: 'No problem, the bank details are on the invoice as well.',
      },
    ],
    customerQuestions: [
      [
        'What is that for? I do not recall it.',
        'It is the repair in the spring, the heating pump. I can send you a copy of the invoice.',
      ],
      ['Is there a late fee on top?', 'Not if it is settled by {date}.'],
      ['Why did nobody write to me first?', 'We sent two e-mails. May I check that we still have the right address?'],
      ['Can I pay in three parts instead?', 'Yes, three equal parts are possible. The first one by {date}.'],
      [
        'I think I was charged twice.',
        'I see one payment and one invoice here, but I will have a colleague check it and write to you.',
      ],
      [
        'Can I pay by card right now?',
        'For your safety I do not take cards on the telephone. The link does it in a minute.',
      ],
    ],
    messages: {
      agreed: [
        'Hi {first_name}, as agreed: {half_amount} by {date} and the rest four weeks later. No fee is added. Thank you for settling this.',
        'Hi {first_name}, the invoice of {amount} can be settled in your account under Payments until {date}. Thank you.',
      ],
      open: [
        'Hi {first_name}, here is the copy of the invoice over {amount} you asked for. The due date is now {date}.',
        "Hi {first_name}, we paused the reminder while accounts looks into your question. You'll hear from us by {date}.",
      ],
      missed: [
        'Hi {first_name}, I tried to reach you about your account. Please ring us back on this number when you have a moment, or reply CALL and a time.',
      ],
    },
    voicemail:
      'Hello, this is {agent} with a message for {first_name}. Please call us back on this number when you have a moment. It is about your account and quickly done. Thank you.',
  },
  support: {
    pattern: /support|repair|fault|help|troubleshoot|complaint|warranty|follow-up|recall|safety/i,
    scriptedQuestions: [
      {
        ask: 'You wrote to us about the {product}. Is it still causing trouble?',
        yes: 'Sorry about that. Let us go through it together.',
        no: 'I am glad to hear it. Then I will close the case.',
      },
      {
        ask: 'Does the display show a code, a letter and two digits?',
        yes: 'Thank you. That one is a blocked filter, nearly always.',
        no: 'Then it is most likely the door switch.',
      },
      {
        ask: 'Would you like me to send someone?',
        yes: 'I have {date} at {time} free and keep it for you.',
        no: 'All right. If it comes back within two weeks, the visit is free.',
      },
    ],
    customerQuestions: [
      ['Is that still under warranty?', 'Yes, until the end of next year.'],
      ['Can I keep using it in the meantime?', 'You can, on the short programme. Please not over sixty degrees.'],
      ['Is it dangerous?', 'No. It stops by itself before anything gets hot.'],
      ['Do you have the part in stock?', 'There are four in the depot, I have reserved one.'],
      [
        'This is the third time, you know.',
        'I can see that, and I am sorry. I have marked it so that a senior technician looks at it.',
      ],
      [
        'How do I get the filter out?',
        'It is the round cap at the bottom left. A quarter turn to the left, and keep a towel ready.',
      ],
    ],
    messages: {
      agreed: [
        'Hi {first_name}, how is the {product} doing since we cleaned the filter? If the code comes back, reply and we send a technician at no cost.',
        'Hi {first_name}, the part is reserved and the visit is set for {date} at {time}. You pay nothing, it is under warranty.',
      ],
      open: [
        'Hi {first_name}, your case is with our senior technician now. We will ring you by {date} with a time.',
        'Hi {first_name}, here are the steps again: switch off, quarter turn left, rinse, back in, switch on. Write to us if the light stays red.',
      ],
      missed: [
        'Hi {first_name}, I tried to reach you about the {product} you reported. Is it still causing trouble? {technician} could come on {date} at {time}.',
      ],
    },
    voicemail:
      'Hello {first_name}, {agent} here, about the {product} you reported. I would like to find a time for a technician. Please ring back on this number or just answer my text. Goodbye.',
  },
  survey: {
    pattern: /survey|feedback|satisf|rate|opinion|experience/i,
    scriptedQuestions: [
      {
        ask: 'On a scale of one to ten, how happy were you with the visit?',
        yes: 'Thank you, I will pass that on.',
        no: 'I am sorry to hear that. I am writing it down as you say it.',
      },
      {
        ask: 'Did the technician arrive when we said?',
        yes: 'Good.',
        no: 'Thank you for telling me. That should not happen.',
      },
      {
        ask: 'What is the one thing that we should do better?',
        yes: "That's useful, thank you.",
        no: 'Fair enough.',
      },
    ],
    customerQuestions: [
      ['How many questions are there?', 'Three, it takes a minute.'],
      ['Is this anonymous?', 'If you prefer, yes. Then only the figures are kept.'],
      ['Will this change anything?', 'Last month it got us later opening hours on Thursdays.'],
      ['Who reads that?', 'The head of the field team, every Monday.'],
    ],
    messages: {
      agreed: [
        'Thank you for the kind words, {first_name}! {technician} was delighted. If you like, leave them where neighbours can read them too.',
        'Hi {first_name}, thank you for your time today. Your idea goes to the field team on Monday.',
      ],
      open: [
        "Hi {first_name}, we're sorry the visit fell short. A team lead would like to ring you on {date}. Is {time} convenient?",
        'Hi {first_name}, I passed your remark on to the field team. If you would rather speak with somebody, reply CALL.',
      ],
      missed: [
        'Hi {first_name}, one question about the visit of {technician}: how happy were you, from 1 to 10? A number is enough.',
      ],
    },
    voicemail:
      'Hi {first_name}, this is {agent}. I was hoping for a minute of your time about our last visit. No need to call back, I will send three short questions by text.',
  },
  welcome: {
    pattern: /welcome|onboard|new customer|activation|first|introduc/i,
    scriptedQuestions: [
      {
        ask: 'Welcome aboard! Did the letter with your plan number reach you?',
        yes: 'Great, keep it somewhere handy.',
        no: 'Then I will have it sent again today.',
      },
      {
        ask: 'Have you been able to log in to your account?',
        yes: 'Good, everything is in there.',
        no: "I'll text you the link. It takes your number and a code, nothing else.",
      },
      {
        ask: 'Would you like your first yearly check in the morning or in the afternoon?',
        yes: 'I have noted that.',
        no: 'We will ask again closer to the time.',
      },
    ],
    customerQuestions: [
      ['Whom do I call when something breaks at night?', 'The same number. Someone answers at any hour.'],
      ['When does the cover begin?', 'It began on the first of the month.'],
      ['Can my wife call too, or only me?', 'She can. I have added her as a second contact, if that is all right.'],
      ['Is there an app?', 'There is, but everything works in the browser as well.'],
    ],
    messages: {
      agreed: [
        'Welcome, {first_name}! Your plan number is on page one of the letter. Emergencies: ring this number, day and night.',
        'Hi {first_name}, your first yearly check is noted for {date} in the morning. We will confirm the hour a week ahead.',
      ],
      open: [
        'Hi {first_name}, I have the letter sent again today. Until it arrives your plan is valid without the number: just give your name.',
        'Hi {first_name}, a new log-in link is on its way to your e-mail. It is good for a day; if it has expired, write LINK.',
      ],
      missed: [
        'Welcome to Northfield Home, {first_name}! I tried to reach you. Did the letter with your plan number arrive? Reply NO and I send it again.',
      ],
    },
    voicemail:
      'Hello {first_name}, welcome! This is {agent}. I only wanted to check that your letter arrived and that you can log in. If not, please call this number. Have a lovely day.',
  },
  general: {
    pattern: /(?:)/,
    scriptedQuestions: [
      {
        ask: 'Do you have two minutes for me?',
        yes: 'Thank you, I will be quick.',
        no: 'I will be very short, then.',
      },
      {
        ask: 'Is everything working as it should?',
        yes: 'I am glad.',
        no: 'I am sorry. I will make a note so that a colleague looks into it.',
      },
      {
        ask: 'May I send you a short summary by text?',
        yes: 'It is on its way.',
        no: 'That is fine, no message then.',
      },
    ],
    customerQuestions: [
      ['Where did you get my number?', 'From your customer account. I can remove it, if you like.'],
      ['Am I speaking to a machine?', 'I am an automated assistant. A person can take over at any time.'],
      ['Can you call back in the evening?', 'Certainly, after six, if that suits you.'],
    ],
    messages: {
      agreed: ['Hi {first_name}, thank you for your time today. If anything is unclear, just answer this message.'],
      open: ['Hi {first_name}, as promised a short note: a colleague will look into it and write to you by {date}.'],
      missed: ['Hi {first_name}, I tried to reach you. When would be a good time to ring you again?'],
    },
    voicemail:
      'Hello {first_name}, this is {agent}. I will try again later. You can also ring us on this number. Goodbye.',
  },
}

/** How customers pick up. */
export const hellos = [
  'Hello?',
  'Hello, {last_name}.',
  'Yes, hello?',
  'Hi.',
  '{first_name} speaking.',
  'Hello, who is this?',
] as const
/** Openings of the agent. */
export const greetings = [
  'Hi {first_name}, this is {agent}. I hope I am not catching you at a bad moment.',
  'Good {daytime}, {first_name}. My name is {agent}.',
  'Hello {first_name}, {agent} here. Do you have a minute?',
] as const
/** Customers' answers to the opening. */
export const greetingAnswers = [
  'Hi, go ahead.',
  'No, now is fine.',
  'Sure, what is it about?',
  'A minute, yes.',
  'Okay, but I am at work.',
  'Oh hi, yes.',
] as const

/** Customers' answers by kind of question; `yes` and `no` are the branches that they lead to. */
export const answersByQuestionKind = {
  identity: {
    yes: ['Yes, speaking.', "Yes, that's me.", 'That is me, yes.', 'Speaking.'],
    no: [
      'No, this is her husband. She is out.',
      "No, you've got the wrong number, I'm afraid.",
      'He does not live here any more.',
    ],
  },
  rating: {
    yes: ['Nine, I would say.', 'A ten, honestly.', 'Eight. He was very tidy.', 'Eight out of ten.', "Let's say nine."],
    no: ['A four, to be honest.', 'Three. Nobody told us he would be late.', 'Five, maybe.', 'Not more than four.'],
  },
  time: {
    yes: [
      'Mornings are best, before ten.',
      'Thursday would be good.',
      'After four in the afternoon, if you can.',
      'Early next week, Monday or Tuesday.',
    ],
    no: [
      "I can't say yet, I would have to check.",
      'Not this week at all, I am away.',
      'That is difficult, I work shifts.',
    ],
  },
  access: {
    yes: [
      'The gate sticks a bit, you have to push it.',
      'There is a dog, but he is friendly.',
      'The bell does not work, please knock.',
    ],
    no: ['No, nothing special.', 'No, it is easy to find.'],
  },
  reason: {
    yes: [
      'The price, mostly.',
      'Nobody came for two weeks, that was it.',
      'I had to call three times until somebody listened.',
      'He came late, and he had the wrong part with him.',
    ],
    no: ["I'd rather not go into that.", 'Nothing special, really.'],
  },
  state: {
    yes: ['Yes.', 'I think so, yes.', 'Yes, all good.', 'Yes, yes.', 'It is, yes. I mean, yes.'],
    no: ['No, not really.', 'Not yet, no.', "No, I don't think so.", 'I am afraid not.'],
  },
  open: {
    yes: [
      'Well, it was all quite good, really.',
      'Just the waiting at the start, the rest was fine.',
      'A window of two hours instead of four would be nice.',
    ],
    no: ['Nothing comes to mind, no.', 'No, nothing.', "I'd rather not say."],
  },
  choice: {
    yes: ['The first one, please.', 'In the morning, please.', 'Either is fine with me. Say, the first.'],
    no: ['Neither, to be honest.', 'In the afternoon, if at all.'],
  },
  plain: {
    yes: [
      'Yes, that works for me.',
      'Yes, please.',
      'Sure, that is fine.',
      'Yeah, no problem.',
      'I think so, yes.',
      'Yes, go ahead.',
      "Right, let's do that.",
    ],
    no: [
      'No, sorry.',
      "No, that doesn't suit me.",
      'Not really, no.',
      "I'm afraid not.",
      "No, I'd rather not.",
      'Hmm, no. Not this time.',
    ],
  },
} as const satisfies Record<string, { yes: readonly string[]; no: readonly string[] }>
export type QuestionKind = keyof typeof answersByQuestionKind

/** Answers for branches that are neither yes nor no, by words in the branch's label. */
export const branchAnswers: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /resched|another|other day|move|change|later/i,
    [
      'Could we do it another day? I have to be somewhere.',
      'I would need a later date, sorry.',
      'Can we move that to next week?',
    ],
  ],
  [/paid/i, ['I paid that last week, by bank transfer.', 'That should have gone out on Friday.']],
  [/part|instal|split/i, ['Not all at once. Could I pay in parts?', 'Two instalments would help me.']],
  [/call ?back|busy|bad time/i, ["I'm driving. Can you call back tonight?", 'It is a bad moment. Try me after six?']],
  [/human|person|colleague|agent/i, ['Could I talk to a real person, please?', "I'd like to speak to somebody there."]],
  [/wrong/i, ["You've got the wrong number, I'm afraid."]],
  [/price|expens|cost/i, ['It is a bit expensive, to be honest.', 'It is more than I wanted to spend.']],
  [
    /unsure|think|maybe|undecided/i,
    ['I have to think about it.', 'Let me talk to my wife first.', "I'm not sure yet."],
  ],
  [
    /low|unhappy|bad|poor|1|2|3|4|detractor/i,
    ['A four, to be honest.', 'It was not great.', 'I was not very happy with it.'],
  ],
  [/high|happy|good|9|10|promoter/i, ['Nine, I would say.', 'Very good, honestly.']],
  [/code|display|light/i, ['It says E, and then two four.', 'There is a red light, and it blinks.']],
]

/** The agent's reactions to a yes. */
export const thanks = ['Great, thank you.', 'Perfect.', 'Thank you.', 'Good to know.', 'All right.', 'Lovely.'] as const
/** The agent's reactions to a no. */
export const acknowledgements = [
  'No problem.',
  'I understand.',
  'That is all right.',
  'Thanks for telling me.',
  'Fair enough.',
] as const
/** How customers begin a question of their own. Often they begin without any of these. */
export const questionOpenings = [
  '',
  '',
  'One thing, though. ',
  'Wait, before I forget. ',
  'Just a question. ',
  'And, ',
] as const
export const goodbyes = [
  'Thank you, {first_name}. Have a good {daytime}.',
  'That was all from me. Thanks for your time, and goodbye.',
  'Thanks, {first_name}. You can reach us on this number at any time. Goodbye.',
] as const
/** The agent's last question. */
export const anythingElse = [
  'Is there anything else I can do for you?',
  'Do you have any other question?',
  'Anything else on your mind?',
] as const
/** Customers' answers to the agent's last question. */
export const nothingElse = ['No, that was all.', 'No, thank you.', 'No, I think that is it.'] as const
export const customerGoodbyes = [
  'Thanks, bye.',
  'You too, bye bye.',
  'Okay, thank you. Goodbye.',
  'Great, thanks for calling.',
  'Alright, bye.',
] as const
/** Goodbyes of customers in a bad mood. */
export const curtGoodbyes = ['Fine. Bye.', 'Okay. Goodbye.', 'Right. Bye.'] as const
/** How customers ask for a human. */
export const humanRequests = [
  'Sorry, can I speak to a person?',
  'I would rather talk to somebody real, please.',
  'Is there a human I can talk to?',
] as const
export const complaints = [
  'Honestly, I am rather annoyed by now.',
  'You people keep calling me.',
  'I have explained this twice already.',
  'That is not what I was told last time.',
] as const
/** The agent's reactions to an angry customer. */
export const apologies = [
  'I am sorry about that. Let me see what I can do.',
  'I understand, and I am sorry. I will keep it short.',
  'That is fair. I will make sure that it is noted.',
] as const
/** What the agent says if the customer is silent. */
export const silenceQuestions = ['Are you still there?', 'Hello? I cannot hear you at the moment.'] as const
/** What customers say when they come back. */
export const silenceAnswers = [
  'Yes, sorry, I was looking for my glasses.',
  'Yes, sorry. The dog.',
  "I'm here, the line was gone for a second.",
] as const
/** Openings for the subject of a rule with a free-text condition. */
export const subjectOpenings = [
  'Before you go on, this is about',
  'Wait, one thing:',
  'Actually, I wanted to ask about',
] as const
/** What the agent says outside working hours. */
export const closedLines = [
  'We are closed at the moment, so I can only take a note.',
  'It is outside our working hours right now.',
] as const
export const recordedLine = 'Just so you know, this call is recorded.'
export const transferLines = [
  'Of course. I am putting you through to {colleague} in {department} now. One moment, please.',
  'Certainly. I am connecting you with {colleague}, {department}. Please stay on the line.',
] as const
/** The first words of the colleague who takes over. */
export const colleagueLines = [
  'Hello {first_name}, {colleague} here, {department}. I have read along, so you need not explain it again.',
  'Good {daytime}, this is {colleague}. I have your account in front of me.',
] as const
/** How the colleague solves the problem. */
export const colleagueOffers = [
  'I will take care of it myself and write to you today.',
  'Let us do this: I put it right now, and you get a confirmation in ten minutes.',
  'I have a note here to waive the fee, so I will do that.',
] as const
export const colleagues = [
  'Marta Lindqvist',
  'James Okafor',
  'Priya Raman',
  'Tom Becker',
  'Hannah Clarke',
  'Luis Ortega',
] as const
/** Greetings of customers' voicemail. */
export const mailboxes = [
  'Hi, this is {first_name}. I cannot take your call right now. Please leave a message after the tone.',
  'You have reached the mailbox of {customer_number}. Please speak after the tone.',
  "Hello, we're not at home. Leave a message and we'll call you back.",
] as const

/** Transcription errors that are corrected a moment later: words that sound alike but mean something else. */
export const mishearings: readonly (readonly [RegExp, string])[] = [
  [/\bfine\b/, 'find'],
  [/\bdate\b/, 'data'],
  [/\bfor\b/, 'four'],
  [/\bthere\b/, 'their'],
  [/\bright\b/, 'write'],
  [/\bnine\b/i, 'Mine'],
  [/\bpart\b/, 'party'],
  [/\bweek\b/, 'weak'],
  [/\bpaid\b/, 'pay'],
  [/\bsuits\b/, 'suit'],
  [/\bwould\b/, 'wood'],
  [/\bwhole\b/, 'hole'],
  [/\bthank you\b/i, 'Thank'],
  [/\bspeaking\b/i, 'speak king'],
]
