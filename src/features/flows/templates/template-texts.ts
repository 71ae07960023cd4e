/**
 * The flows that people start from: their texts, and the paths between their steps. A column of a batch's file fills in each variable in
 * braces.
 */

type Step = readonly [type: string, label: string, prompt?: string, data?: Readonly<Record<string, string>>]

export interface TemplateTexts {
  name: string
  description: string
  direction: 'outbound' | 'inbound' | 'bidirectional'
  prompt: string
  /** The welcome message; without one, the agent greets in its own words. */
  welcome?: string
  steps: Readonly<Record<string, Step>>
  /** `a > b > c`, or `a -Label> b` for a branch. */
  paths: readonly string[]
  /** The action and its value, by condition. */
  rules: readonly (readonly [when: string, then: string, value: string])[]
  /** Calls outside these hours follow the rule for them. */
  outOfHours?: string
}

const toPerson = ['caller_asks_for_human', 'transfer', 'Customer service'] as const
const silence = ['silence', 'end', ''] as const

export const templateTexts = {
  'appointment-reminder': {
    name: 'Appointment reminder',
    description: 'Reminds people of an appointment, confirms or moves it, and sends the details by text message.',
    direction: 'outbound',
    prompt:
      'You call people about an appointment that they already have. Confirm it or move it, nothing else. Say the date and the time in words, and repeat them at the end. Give no medical, legal or financial advice. If somebody else answers, say only that you will call again.',
    steps: {
      start: ['start', 'Start'],
      person: ['ask', 'Right person?', 'Hello, am I speaking with {first_name} {last_name}?'],
      is: ['condition', 'Is it the person?'],
      suits: [
        'ask',
        'Does the time suit?',
        'I am calling about your appointment on {appointment_date} at {appointment_time}. Will you be able to come?',
      ],
      answer: ['condition', 'Can they come?'],
      note: [
        'say',
        'What to bring',
        'Wonderful. Please arrive ten minutes early, and bring your confirmation with you.',
      ],
      other: [
        'ask',
        'Find another time',
        'No problem. Would {alternative_date} at {alternative_time} suit you instead?',
      ],
      other_answer: ['condition', 'Does that suit?'],
      confirmed: [
        'message',
        'Send the appointment',
        'Hi {first_name}, your appointment is confirmed for {appointment_date} at {appointment_time}. Reply CHANGE if you need another time.',
        { spoken: 'I am sending you the details by text message.' },
      ],
      moved: [
        'message',
        'Send the new time',
        'Hi {first_name}, your appointment is now on {alternative_date} at {alternative_time}. Reply CHANGE if you need another time.',
        { spoken: 'I have moved it, and I am sending you the new time by text message.' },
      ],
      desk: [
        'transfer',
        'To the front desk',
        'I will connect you with the front desk, who can see all free times.',
        { department: 'Front desk' },
      ],
      wrong: ['end', 'Somebody else', 'Thank you. I will try again another time. Goodbye.'],
      bye: ['end', 'Goodbye', 'Thank you, {first_name}. We look forward to seeing you. Goodbye.'],
    },
    paths: [
      'start > person > is',
      'is -Yes> suits',
      'is -No> wrong',
      'suits > answer',
      'answer -Yes> note',
      'note > confirmed > bye',
      'answer -No> other',
      'other > other_answer',
      'other_answer -Yes> moved',
      'moved > bye',
      'other_answer -No> desk',
    ],
    rules: [['caller_asks_for_human', 'transfer', 'Front desk'], silence],
  },
  'payment-reminder': {
    name: 'Payment or renewal reminder',
    description: 'Reminds customers of an open invoice or a renewal that is due, and agrees on how they will pay.',
    direction: 'outbound',
    prompt:
      'You remind customers of a payment that is due. Speak only with the account holder: say no amount before the person has confirmed their name. Be kind, and never threaten. Never ask for a card number or a password. Offer to split the amount before you mention any fee. If the customer says that they have paid, believe them and say that you will check.',
    steps: {
      start: ['start', 'Start'],
      person: ['ask', 'Account holder?', 'Hello, am I speaking with {first_name} {last_name}?'],
      is: ['condition', 'Is it the account holder?'],
      due: [
        'ask',
        'Can they pay?',
        'I am calling about {amount} for {reference}, which is due on {due_date}. Would you be able to settle it by then?',
      ],
      answer: ['condition', 'What do they say?'],
      link: [
        'message',
        'Send how to pay',
        'Hi {first_name}, {amount} for {reference} is due on {due_date}. You can pay in your account under Payments. Thank you!',
        { spoken: 'Thank you. I am sending you a message that says where you can pay.' },
      ],
      paid: [
        'say',
        'Already paid',
        'Thank you for telling me. I will have it checked, and you do not have to do anything now.',
      ],
      split: [
        'ask',
        'Offer two parts',
        'Would it help to pay half now and the other half four weeks later? There is no fee for that.',
      ],
      split_answer: ['condition', 'Do they agree?'],
      team: [
        'transfer',
        'To accounts',
        'I will connect you with a colleague who can find a plan with you.',
        { department: 'Accounts' },
      ],
      wrong: ['end', 'Somebody else', 'Then please excuse the call. I will try again another time. Goodbye.'],
      bye: ['end', 'Goodbye', 'Thank you for your time, {first_name}. Goodbye.'],
    },
    paths: [
      'start > person > is',
      'is -Yes> due',
      'is -No> wrong',
      'due > answer',
      'answer -Will pay> link',
      'link > bye',
      'answer -Has paid> paid',
      'paid > bye',
      'answer -Cannot pay> split',
      'split > split_answer',
      'split_answer -Yes> link',
      'split_answer -No> team',
    ],
    rules: [['caller_asks_for_human', 'transfer', 'Accounts'], ['sentiment_negative', 'transfer', 'Accounts'], silence],
  },
  'lead-qualification': {
    name: 'Lead qualification',
    description:
      'Calls people who asked for information, finds out what they need, and hands interested ones to sales.',
    direction: 'outbound',
    prompt:
      'You call people who asked for information about {product}. Find out what they need, when they want to decide and who decides. Ask one question at a time, and do not sell. Name no price that is not in this prompt. If they are not interested, thank them and end the call: do not try again. If they ask not to be called any more, say that you will note it.',
    steps: {
      start: ['start', 'Start'],
      time: [
        'ask',
        'Is now a good time?',
        'Hello {first_name}, you asked us for information about {product}. Do you have two minutes now?',
      ],
      time_answer: ['condition', 'Good time?'],
      need: ['ask', 'What do they need?', 'What would you like to use {product} for?'],
      size: ['ask', 'How large is it?', 'And roughly how many people would use it?'],
      when: ['ask', 'When do they decide?', 'When would you like to have a solution in place?'],
      interest: [
        'ask',
        'Talk to a specialist?',
        'Thank you, that helps. Shall I connect you with a specialist right away?',
      ],
      fork: ['condition', 'What do they want?'],
      sales: ['transfer', 'To sales', 'With pleasure. One moment, please.', { department: 'Sales' }],
      later: [
        'message',
        'Send the information',
        'Hi {first_name}, thank you for your time. Here you find all about {product}: see the link in our e-mail. Reply CALL and a specialist will call you back.',
        { spoken: 'Then I am sending you the information by text message, and you can reply whenever it suits you.' },
      ],
      no: [
        'say',
        'Not interested',
        'Thank you for telling me. I will make a note, and you will not be called about this again.',
      ],
      back: ['say', 'Call back later', 'Of course. We will try again at another time.'],
      bye: ['end', 'Goodbye', 'Have a good day, {first_name}. Goodbye.'],
    },
    paths: [
      'start > time > time_answer',
      'time_answer -Yes> need',
      'time_answer -Later> back',
      'back > bye',
      'time_answer -Not interested> no',
      'no > bye',
      'need > size > when > interest > fork',
      'fork -Yes, now> sales',
      'fork -Later> later',
      'later > bye',
      'fork -Not interested> no',
    ],
    rules: [['caller_asks_for_human', 'transfer', 'Sales'], silence],
  },
  'customer-survey': {
    name: 'Customer survey',
    description: 'Asks three short questions after a purchase or a visit, and offers help to unhappy customers.',
    direction: 'outbound',
    prompt:
      'You ask customers three questions about {experience}. Promise one minute and keep it. Ask one question at a time, wait for the answer, and never argue with a low mark. Do not suggest an answer. If the customer tells you about a problem, say that you are sorry once, and go on.',
    steps: {
      start: ['start', 'Start'],
      time: [
        'ask',
        'One minute?',
        'Hello {first_name}, may I ask you three short questions about {experience}? It takes one minute.',
      ],
      time_answer: ['condition', 'May we ask?'],
      mark: ['ask', 'Mark from 0 to 10', 'How likely is it, from 0 to 10, that you would recommend us to a friend?'],
      why: ['ask', 'Main reason', 'What is the main reason for your answer?'],
      better: ['ask', 'What to improve', 'And what is the one thing that we should do better?'],
      help: ['ask', 'Need help?', 'Thank you. Is there anything that a colleague should look into for you?'],
      fork: ['condition', 'Do they need help?'],
      team: [
        'transfer',
        'To customer service',
        'I will connect you with a colleague now.',
        { department: 'Customer service' },
      ],
      no: ['say', 'No time', 'Of course, I will not keep you.'],
      bye: ['end', 'Goodbye', 'Thank you very much for your answers, {first_name}. Goodbye.'],
    },
    paths: [
      'start > time > time_answer',
      'time_answer -Yes> mark',
      'time_answer -No> no',
      'no > bye',
      'mark > why > better > help > fork',
      'fork -Yes> team',
      'fork -No> bye',
    ],
    rules: [toPerson, silence],
  },
  'delivery-confirmation': {
    name: 'Delivery confirmation',
    description: 'Announces a delivery, asks whether somebody is at home and how to get in, and moves it if necessary.',
    direction: 'outbound',
    prompt:
      'You announce deliveries. Say the day and the time window in your first sentence. Ask about stairs, doors and gate codes in one question. If the time does not suit, offer the other day once. Apologize once for a delay, and do not promise an exact minute.',
    steps: {
      start: ['start', 'Start'],
      window: [
        'ask',
        'Is somebody at home?',
        'Hello {first_name}, your {product} arrives on {delivery_date} between {time_window}. Will somebody be there to take it in?',
      ],
      answer: ['condition', 'At home?'],
      access: [
        'ask',
        'How to get in',
        'Is there anything that the driver should know: stairs, a narrow door or a gate code?',
      ],
      confirmed: [
        'message',
        'Send the window',
        'Hi {first_name}, your {product} arrives on {delivery_date} between {time_window}. The driver calls you 15 minutes before.',
        { spoken: 'Thank you. I am sending you the time window by text message.' },
      ],
      other: ['ask', 'Another day', 'No problem. Would {alternative_date} in the same time window suit you?'],
      other_answer: ['condition', 'Does that suit?'],
      moved: [
        'message',
        'Send the new day',
        'Hi {first_name}, your delivery is now on {alternative_date} between {time_window}. The driver calls you 15 minutes before.',
        { spoken: 'I have moved it, and I am sending you the new day by text message.' },
      ],
      depot: [
        'transfer',
        'To the depot',
        'I will connect you with the depot, who can see all days.',
        { department: 'Depot' },
      ],
      bye: ['end', 'Goodbye', 'Thank you, {first_name}. Goodbye.'],
    },
    paths: [
      'start > window > answer',
      'answer -Yes> access',
      'access > confirmed > bye',
      'answer -No> other',
      'other > other_answer',
      'other_answer -Yes> moved',
      'moved > bye',
      'other_answer -No> depot',
    ],
    rules: [['caller_asks_for_human', 'transfer', 'Depot'], silence],
  },
  'inbound-reception': {
    name: 'Inbound reception',
    description:
      'Answers calls, finds out what they are about, and connects callers with the right team or takes a message.',
    direction: 'inbound',
    prompt:
      'You answer the phone. Find out in one or two questions what the caller needs, and connect them. Do not solve problems yourself, and never ask for a card number or a password. If somebody is in danger, tell them to call the emergency number and end everything else.',
    welcome: 'Hello, thank you for calling. How can I help you?',
    steps: {
      start: ['start', 'Start'],
      topic: ['ask', 'What is it about?', 'Is it about an order, about an invoice, or about something else?'],
      fork: ['condition', 'Which team?'],
      orders: ['transfer', 'To orders', 'I will connect you with the team for orders.', { department: 'Orders' }],
      accounts: ['transfer', 'To accounts', 'I will connect you with accounts.', { department: 'Accounts' }],
      hours: [
        'say',
        'Hours and address',
        'We are open from Monday to Friday, from nine to five. You find our address on our website.',
      ],
      more: ['ask', 'Anything else?', 'Can I do anything else for you?'],
      more_answer: ['condition', 'Anything else?'],
      message: [
        'ask',
        'Take a message',
        'I will gladly pass that on. What is your name and number, and what should my colleague know?',
      ],
      noted: ['say', 'Message noted', 'Thank you. I have noted it, and a colleague will call you back.'],
      bye: ['end', 'Goodbye', 'Thank you for your call. Goodbye.'],
    },
    paths: [
      'start > topic > fork',
      'fork -Order> orders',
      'fork -Invoice> accounts',
      'fork -Hours or address> hours',
      'hours > more > more_answer',
      'more_answer -Yes> topic',
      'more_answer -No> bye',
      'fork -Something else> message',
      'message > noted > bye',
    ],
    rules: [
      ['outside_working_hours', 'go_to_node', 'message'],
      toPerson,
      ['sentiment_negative', 'transfer', 'Customer service'],
      silence,
    ],
    outOfHours: 'We are closed at the moment. I can take a message for you.',
  },
} as const satisfies Record<string, TemplateTexts>

export type TemplateId = keyof typeof templateTexts
