/**
 * What customers answer to agents' messages, and what the agents draft next. `{name}` is a variable of the conversation; `{offered}` is the day
 * and the hour that the agent's message named. An exchange is used only if all its variables have a value, and at most once in a conversation.
 * Longer than 500 lines, because it is a table of texts without logic.
 */
import type { Purpose } from '../carrier/phrases.ts'
import type { AgentMessageKind } from './agent-text.ts'

export interface Exchange {
  /** The kinds of message that it answers. */
  after: readonly AgentMessageKind[]
  /** Absent: fits every purpose. Those that fit only some are preferred. */
  purposes?: readonly Purpose[]
  /** What the agent's message has to mention; absent: anything. */
  about?: RegExp
  /** How many messages of the customer have to precede it; 0 if absent. */
  minBefore?: number
  /** Only if the customer has a number, so the channel is not e-mail. */
  byPhone?: true
  /** How the customer feels; `glad` if absent. */
  mood?: 'glad' | 'doubtful' | 'unhappy'
  /** Variants of the customer's message. */
  customer: readonly string[]
  /** Variants of the agent's draft; absent: there is nothing more to say. */
  agent?: readonly string[]
}

export const exchanges: readonly Exchange[] = [
  // A day or an hour is offered.
  {
    after: ['offers-time'],
    customer: ['Yes, that works for me.', 'Perfect, please book it.', 'That suits us, thank you.', 'ok good, book it'],
    agent: [
      'Booked, {first_name}: {offered}. {technician} rings twenty minutes before.',
      'It is in the calendar, {first_name}: {offered}. If something comes up, just reply here.',
      'Thank you, {first_name}. I have put you down for {offered}, and you get a reminder the evening before.',
    ],
  },
  {
    after: ['offers-time'],
    customer: ['Yes please. The bell is broken, can they ring my phone?', 'That works. The gate code is 4417.'],
    agent: [
      'That is on the job sheet now, {first_name}, and you are booked for {offered}. Thank you.',
      'Noted for the visit, {first_name}: {offered}. Nothing else is needed from you.',
    ],
  },
  {
    after: ['offers-time'],
    mood: 'doubtful',
    customer: [
      'I am at work then. Is there anything later that week?',
      'That day is difficult for us. Another one?',
      'No, sorry, we are away. What else do you have?',
    ],
    agent: [
      'Of course, {first_name}. I could also do {other_date} at {time}. Does that suit you better?',
      'No trouble. How about {other_date} at {time}, {first_name}? Does that work for you?',
    ],
  },
  {
    after: ['offers-time'],
    mood: 'doubtful',
    customer: ['How long would it take? I have to be at school at three.', 'Do I have to be there the whole time?'],
    agent: [
      'Between forty minutes and an hour, {first_name}, and any adult can let us in. Shall I keep {offered} for you? Does it work?',
    ],
  },
  {
    after: ['offers-time'],
    mood: 'unhappy',
    customer: ['I waited the whole afternoon last time and nobody came. Why should I believe this one?'],
    agent: [
      'I understand, and I am sorry, {first_name}. I have marked {offered} as fixed: nobody can move it but you. Is that all right?',
    ],
  },
  {
    after: ['offers-time'],
    customer: ['Yes, that works. See you then 👍', 'That suits me, thanks. No more questions.'],
  },

  // A day or an hour is confirmed.
  {
    after: ['confirms-time'],
    customer: ['Thanks. Do I have to be there myself?', 'Can my neighbour let you in?'],
    agent: ['Any adult who can open the door is fine, {first_name}. They do not have to sign anything.'],
  },
  {
    after: ['confirms-time'],
    customer: [
      'Can they ring before they come? The bell is broken.',
      'Please ring my phone, the baby sleeps at that hour.',
    ],
    agent: ['I have put it on the job sheet, {first_name}: ring first, do not use the bell. Thank you for telling us.'],
  },
  {
    after: ['confirms-time'],
    customer: ['Where can your van park? Our street is closed this month.'],
    agent: [
      'Thank you for the warning, {first_name}. I have told the driver to park round the corner and bring the trolley.',
    ],
  },
  {
    after: ['confirms-time'],
    mood: 'doubtful',
    customer: [
      'Sorry, something came up at work. Can we move it?',
      'I just saw that I am away that day. Can you change it?',
    ],
    agent: ['No problem, {first_name}. I have {other_date} at {time}, or any morning after that. Which suits you?'],
  },
  {
    after: ['confirms-time'],
    mood: 'unhappy',
    customer: ['I hope somebody really comes this time.', 'You said that last week too.'],
    agent: [
      'I see why you doubt it, {first_name}. Your visit now has a person who looks after it, and you get a message when the van leaves.',
    ],
  },
  { after: ['confirms-time'], customer: ['Great, thank you!', 'Perfect, see you then.', 'Got it, thanks 👍'] },

  // A photo is asked for.
  {
    after: ['asks-photo'],
    customer: ['Here is the photo. Is that enough?', 'I attached two pictures, sorry for the bad light.'],
    agent: [
      'Thank you, {first_name}, I can see it well. The part costs you nothing, and {technician} can bring it on {date} at {time}. Does that suit you?',
    ],
  },
  {
    after: ['asks-photo'],
    mood: 'doubtful',
    customer: [
      'My phone takes no photos. Can I describe it?',
      'I am no good with pictures. It is as long as my hand, on the left.',
    ],
    agent: ['A description is enough, {first_name}: tell me where it is and how large, and I pass it on to the depot.'],
  },
  {
    after: ['asks-photo'],
    mood: 'unhappy',
    customer: ['Another photo? I sent one last week already.'],
    agent: [
      'You are right, {first_name}: your picture was filed under an old number. I am sorry. Nothing more is needed, the new part is ordered.',
    ],
  },

  // An address is asked for.
  {
    after: ['asks-address'],
    customer: ['It is 14 Alder Road now, the rest is the same.', '27 Mill Lane, top floor. Same town.'],
    agent: [
      'Thank you, {first_name}. I have changed the street, and the letter goes out today. Shall I change it on the invoices too?',
    ],
  },
  {
    after: ['asks-address'],
    mood: 'doubtful',
    customer: ['The address is the same, only the house was renumbered to 3B.'],
    agent: [
      'Then it went to number 3, {first_name}, and that explains it. I have corrected it to 3B and send the letter again.',
    ],
  },

  // A mark is asked for.
  {
    after: ['asks-rating'],
    customer: ['8. Friendly, but a bit late.', 'I would say 7', '9, no complaints'],
    agent: ['Thank you, {first_name}, that helps. What is the one thing that we should do better?'],
  },
  {
    after: ['asks-rating'],
    customer: ['10! {technician} was super.', 'A 10, and the kitchen was left clean.'],
    agent: ['That is lovely to hear, {first_name}. May I pass your words on to {technician}?'],
  },
  {
    after: ['asks-rating'],
    mood: 'unhappy',
    customer: ['2. I had to clean up after them.', '3. It leaked again the same evening.'],
    agent: [
      'I am sorry, {first_name}. That is not how we work. Our team lead would like to call you on {date} at {time}. Is that convenient?',
    ],
  },

  // Money is offered.
  {
    after: ['offers-money'],
    customer: ['That helps, thank you. When do I see it?', 'Fine with me. Do I have to do anything for it?'],
    agent: ['You need not do anything, {first_name}: it is on your next invoice.'],
  },
  {
    after: ['offers-parts'],
    purposes: ['payment'],
    customer: [
      'Could it be three parts instead? I get paid at the end of the month.',
      'What if I can only pay a third now?',
    ],
    agent: [
      'Three parts are possible, {first_name}: the first by {date}, the others four and eight weeks later, without a fee. Shall I set it up?',
    ],
  },
  {
    after: ['offers-money'],
    mood: 'unhappy',
    customer: ['That is not much for a whole lost day.', 'Money does not help me, I need it to work.'],
    agent: ['You are right, {first_name}. My team lead looks at your case today, and you hear from her by {date}.'],
  },
  { after: ['offers-money', 'offers-parts'], customer: ['Thank you, that is fair.', 'Ok, agreed. Thanks.'] },
  {
    after: ['offers-parts'],
    customer: ['That I can do. Thank you for being patient.', 'Yes, in parts it works. Thank you.'],
    agent: ['Thank you, {first_name}. It is set up, and you get each date in writing. Nothing is added to it.'],
  },

  // A call is offered or confirmed.
  {
    after: ['offers-call'],
    customer: ['Yes, that works. I will have my phone with me.', 'Yes, that suits me. Thank you.'],
    agent: ['Thank you, {first_name}: {offered}. My colleague has your whole history in front of them.'],
  },
  {
    after: ['offers-call'],
    mood: 'doubtful',
    customer: [
      'That day is difficult, I am in meetings. Another day?',
      'I am at work then and cannot talk. Another day?',
    ],
    agent: ['Then you choose, {first_name}: which day suits you, and at what hour?'],
  },
  { after: ['confirms-call'], customer: ['Good, I will pick up. Thank you.', 'Ok, thanks. Talk then.'] },
  {
    after: ['confirms-call'],
    mood: 'doubtful',
    customer: ['Will they know what it is about? I do not want to explain it again.'],
    agent: [
      'They will, {first_name}: they have read this conversation and the job sheets. You need not repeat anything.',
    ],
  },

  // Something is to be sent, or an e-mail address is checked.
  {
    after: ['asks-to-send'],
    customer: ['I have just sent it.', 'Sent. Please check whether it arrived.'],
    agent: ['Thank you, {first_name}, it is here. You hear from me today.'],
  },
  {
    after: ['asks-to-send'],
    mood: 'doubtful',
    customer: ['I am on the train. I send it tonight, is that ok?'],
    agent: ['Tonight is soon enough, {first_name}. Nothing is lost until then.'],
  },
  {
    after: ['asks-email'],
    customer: ['Yes, that is the one.', 'It is, yes.'],
    agent: ['Thank you, {first_name}. Then everything reaches you there.', 'Good, {first_name}. It is on its way.'],
  },

  // Something is offered, or an opinion is asked for.
  {
    after: ['offers-action'],
    customer: ['Yes please.', 'Yes, do that.', 'yes ok'],
    agent: [
      'Done, {first_name}. You get it in writing today.',
      'Thank you, {first_name}. That is arranged, nothing else is needed.',
    ],
  },
  {
    after: ['offers-action'],
    mood: 'doubtful',
    customer: ['No, leave it as it is please.', 'Not now, thank you.'],
    agent: ['Of course, {first_name}, then nothing changes. If you think again, one line is enough.'],
  },
  {
    after: ['offers-action'],
    purposes: ['appointment', 'support', 'welcome'],
    mood: 'doubtful',
    customer: ['Would that cost extra?', 'Is that included or do I pay for it?'],
    agent: ['It is part of your plan, {first_name}, so there is nothing to pay. Shall I go ahead?'],
  },
  {
    after: ['offers-action'],
    purposes: ['renewal'],
    mood: 'doubtful',
    customer: ['I have to talk to my husband first.', 'Let me ask at home tonight, then I tell you.'],
    agent: ['Take your time, {first_name}. I keep it open for you until {date} and do not write again before then.'],
  },
  {
    after: ['asks-opinion'],
    customer: ['Yes, that is fine with me.', 'Yes, thank you.', 'That is ok.'],
    agent: ['Thank you, {first_name}. Then it stays like that.', 'Good, {first_name}. I have noted it.'],
  },
  {
    after: ['asks-opinion'],
    mood: 'unhappy',
    customer: ['Not really, to be honest. I expected more after all this.'],
    agent: ['I understand, {first_name}. My team lead looks at it today, and you hear from her by {date}.'],
  },
  {
    after: ['asks-fact'],
    customer: ['Yes, I just looked.', 'I think so, yes.', 'Yes, it is.'],
    agent: [
      'Good, {first_name}. That is all I needed to know.',
      'Thank you for looking, {first_name}. Then we have everything.',
    ],
  },
  {
    after: ['asks-fact'],
    mood: 'doubtful',
    customer: ['I am not sure, I would have to look when I am home.', 'Hard to say. I can look tonight.'],
    agent: ['Tonight is soon enough, {first_name}. Just reply here when you know.'],
  },
  {
    after: ['offers-action', 'asks-opinion', 'asks-fact', 'asks-openly'],
    mood: 'unhappy',
    minBefore: 2,
    customer: [
      'I answered that twice already. Does anybody read what I write?',
      'Can I please talk to a person? This goes in circles.',
    ],
    agent: [
      'I am sorry, {first_name}. I have read everything again from the beginning, and a colleague who knows your case calls you on {other_date} at {time}.',
    ],
  },
  {
    after: ['asks-openly'],
    customer: ['I have to look, can I tell you tonight?', 'Give me until tomorrow, then I have it.'],
    agent: ['Of course, {first_name}. Just reply here when you have it, there is no hurry.'],
  },
  {
    after: ['asks-openly'],
    purposes: ['survey'],
    customer: ['Come when you say you come. The rest was fine.', 'Tell me the price before, not after.'],
    agent: ['Thank you, {first_name}. I pass that on word for word. It is what the planners talk about this week.'],
  },

  // An apology, or something explained.
  {
    after: ['apologises'],
    mood: 'doubtful',
    customer: ['And how do I know that it will not happen again?'],
    agent: [
      'A fair question, {first_name}. Your case now has one person who looks after it, and you get a message the evening before every visit.',
    ],
  },
  {
    after: ['apologises'],
    mood: 'unhappy',
    customer: ['Sorry does not help me. I want to speak to a person.'],
    agent: [
      'I understand, {first_name}. A colleague calls you on {other_date} at {time} and has the whole history. Is that convenient?',
    ],
  },
  { after: ['apologises'], customer: ['Ok. Thank you for being honest.', 'All right, these things happen. Thanks.'] },
  {
    after: ['explains', 'confirms-time'],
    minBefore: 2,
    customer: ['Which number do I call if something comes up?'],
    agent: [
      'The one on your last invoice, {first_name}, at any hour. Or reply here: we read it between eight and eight.',
    ],
  },
  {
    after: ['explains'],
    purposes: ['welcome', 'renewal', 'appointment'],
    customer: ['One more thing: can my tenant book visits too?'],
    agent: [
      'Yes, {first_name}. Under Account, People you can invite your tenant; they can book visits, but see neither invoices nor your plan.',
    ],
  },
  {
    after: ['explains'],
    mood: 'doubtful',
    minBefore: 3,
    customer: ['Is there somebody I can talk to? I do not like writing.'],
    agent: ['Of course, {first_name}. A colleague can call you on {other_date} at {time}. Does that suit you?'],
  },
  {
    after: ['explains'],
    purposes: ['renewal', 'welcome'],
    customer: ['And what happens if I move house?'],
    agent: ['Then the plan moves with you, {first_name}, at no cost. Please tell us the new address two weeks before.'],
  },
  {
    after: ['explains'],
    purposes: ['renewal'],
    mood: 'doubtful',
    customer: ['Is that the final price or does it go up again?', 'And next year it goes up again?'],
    agent: ['The price is fixed for two years, {first_name}, and I can put that in writing. Shall I?'],
  },
  {
    after: ['explains'],
    purposes: ['payment'],
    about: /card|reference|open/i,
    customer: ['Can I have the invoice again?', 'I cannot find the invoice, could you send it once more?'],
    agent: ['I sent it to {email}, {first_name}. The reference for your transfer is at the bottom left.'],
  },
  {
    after: ['explains'],
    purposes: ['payment'],
    about: /still open|was due|invoice (?:of|over)/i,
    mood: 'unhappy',
    customer: ['I do not owe you anything. I cancelled in spring.'],
    agent: [
      'I looked it up, {first_name}: the invoice is for a visit before you cancelled. I send you the job sheet, and nothing is due until you have seen it.',
    ],
  },
  {
    after: ['explains', 'confirms-time'],
    purposes: ['delivery'],
    customer: ['Do you take the old one with you?'],
    agent: ['We do, {first_name}, at no cost. Please have it unplugged and empty.'],
  },
  {
    after: ['explains', 'confirms-time'],
    purposes: ['delivery'],
    mood: 'doubtful',
    customer: ['And if it does not fit through the door?'],
    agent: ['The two of them measure first, {first_name}. If it does not fit, they take it back and you pay nothing.'],
  },
  {
    after: ['explains'],
    purposes: ['support', 'appointment'],
    mood: 'unhappy',
    customer: ['It made that noise again last night.', 'It stopped in the middle of the programme again.'],
    agent: [
      'Then I would rather have somebody look at it, {first_name}. {technician} could come on {date} at {time}. Shall I book that?',
    ],
  },
  {
    after: ['explains'],
    minBefore: 1,
    byPhone: true,
    about: /under Account|\bplan\b|price|warranty/i,
    customer: ['Can I get that by e-mail as well?'],
    agent: ['Gladly, {first_name}. I have sent it to {email}. Is that address still right?'],
  },
  {
    after: ['explains'],
    purposes: ['renewal'],
    customer: ['Is the drain in the garden covered too?', 'Are the pipes outside the house covered as well?'],
    agent: [
      'Up to the street, {first_name}, since this year. What lies behind the house is not, and I would rather tell you now.',
    ],
  },
  {
    after: ['explains'],
    purposes: ['renewal'],
    mood: 'doubtful',
    customer: ['I have been with you for nine years. Do I get anything for that?'],
    agent: ['You do, {first_name}: the first month of the new term is free. Shall I add that to the renewal?'],
  },
  {
    after: ['explains'],
    purposes: ['welcome'],
    customer: ['Where do I find my plan number?', 'What is the plan number, and where is it?'],
    agent: [
      'At the top right of your letter, {first_name}; it starts with NH. Until you have it, your name is enough.',
    ],
  },
  {
    after: ['explains'],
    purposes: ['welcome', 'payment'],
    customer: ['Can I pay once a year instead of every month?'],
    agent: ['You can, {first_name}: under Account, Payments you choose yearly, and one month is free then.'],
  },
  {
    after: ['explains'],
    purposes: ['support'],
    customer: ['And if the code comes back at the weekend?'],
    agent: ['Then switch it off at the wall and use the emergency number, {first_name}. Weekends cost nothing extra.'],
  },
  {
    after: ['explains', 'confirms-time'],
    purposes: ['support'],
    customer: ['Is that still under warranty?', 'Do I have to pay for the part?'],
    agent: ['It is under warranty until the end of next year, {first_name}, so you pay nothing.'],
  },
  {
    after: ['explains', 'confirms-time'],
    purposes: ['delivery'],
    customer: ['How many people come? It is very heavy.'],
    agent: ['Two, {first_name}, with a stair trolley. You need not lift anything.'],
  },
  {
    after: ['explains'],
    purposes: ['payment'],
    customer: ['Which reference do I use for the transfer?'],
    agent: [
      'The number at the bottom left of the invoice, {first_name}. With it, the payment is found on the same day.',
    ],
  },
  {
    after: ['confirms-time'],
    purposes: ['appointment', 'support'],
    customer: ['Do you need anything from me before the visit?'],
    agent: ['Please clear a metre around the boiler, {first_name}, and have your plan number at hand. That is all.'],
  },
  {
    after: ['explains'],
    purposes: ['survey'],
    customer: ['Will that have my name on it?', 'Who reads this?'],
    agent: ['The planners and my team lead, {first_name}. Your name is only on it if you want it there.'],
  },
  {
    after: ['explains'],
    customer: ['Ah, now I understand. Thank you.', 'Thanks for the quick answer!', 'Got it, thanks.'],
  },
]
