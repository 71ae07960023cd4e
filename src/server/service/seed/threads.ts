/**
 * Seed conversations of Northfield Home: the messages so far and the draft that may wait for review. Lines of the agent
 * start with `>`, lines of the customer with `<`. Variables such as `{first_name}` are filled as in calls. Long, because it is a table.
 */
import type { Department } from './company.ts'

export interface Thread {
  lines: readonly string[]
  draft: string
}

export const threads: Record<Department, readonly Thread[]> = {
  renewals: [
    {
      lines: [
        '> Hi {first_name}, your home care plan ends on {date}. Shall we keep it going at {amount} a month?',
        '< What would I get for that that I do not have today?',
      ],
      draft:
        'Good question, {first_name}. From this year the drains up to the street are included, and there is no call-out charge at night any more. Everything else stays. Shall I renew it?',
    },
    {
      lines: [
        '< Hello, I got a letter saying the plan goes up. Is that right?',
        '> Hi {first_name}, it goes from {small_amount} to {amount} on your next term, that is right. I can explain what changed if you like.',
        '< Please do. And can I still leave?',
      ],
      draft:
        'Of course you can leave, {first_name}: until {date}, with one line to us, and without a fee. The rise is because spare parts for your boiler have doubled in price. If you stay, I can fix the new price for two years.',
    },
    {
      lines: [
        '> Thank you for renewing, {first_name}! Your certificate is in your inbox.',
        '< Thanks. My husband is not on it, can you add him?',
      ],
      draft:
        'Gladly. Please send me his full name, {first_name}, and from tomorrow he can book visits as well. It costs nothing.',
    },
    {
      lines: [
        '> Hi {first_name}, as agreed I am not calling again before {date}. Here is the offer in writing: 12 months at {amount}, first month free.',
        '< I talked it over. We take it.',
        '> Wonderful! I need one thing: is {email} still the right address for the certificate?',
        '< yes',
      ],
      draft:
        'Thank you, {first_name}. It is done: your plan runs until {next_year}, the first month is free, and the certificate is on its way to {email}.',
    },
    {
      lines: ['< I got the renewal letter twice, with two different prices. Which one counts?'],
      draft:
        'The lower one counts, {first_name}: {amount} a month. The first letter went out before the discount for your third year. Shall I renew it at that price?',
    },
    {
      lines: [
        '> Hi {first_name}, you asked me to write in autumn: your plan ends on {date}, at {amount} a month if you keep it.',
        '< We sold the house. Can my sister take over the plan?',
      ],
      draft:
        'She can, {first_name}: a plan belongs to the boiler, not to the name. Please send me her full name and e-mail address, and I change it from {date}.',
    },
    {
      lines: ['< hi, is there a cheaper plan without the washing machine'],
      draft:
        'There is, {first_name}: boiler and pipes only, {small_amount} less a month. You keep the yearly check. Shall I change it from your next invoice?',
    },
  ],
  scheduling: [
    {
      lines: [
        '> Hi {first_name}, {technician} will be with you on {date} at {time}. Reply CHANGE to move it.',
        '< CHANGE. I am at the hospital that morning',
      ],
      draft:
        'I am sorry to hear that, {first_name}, and hope it is nothing bad. I have {other_date} at {time} or any afternoon after. Which suits you? There is no hurry.',
    },
    {
      lines: [
        '< Is my appointment still on? Nobody confirmed',
        '> Yes, {first_name}: {date} at {time}, {technician} will come.',
        '< Could it be a bit earlier, I have to be at school at 3',
      ],
      draft:
        'I asked {technician}: an hour earlier works on {date}. I have changed it; if that does not work for you, just reply NO.',
    },
    {
      lines: [
        '> Hi {first_name}, your yearly check is due and part of your plan. Would {date} at {time} suit you?',
        '< That day is bad. Do you do Saturdays?',
      ],
      draft:
        'Saturdays are full until spring, I am afraid. I do have {other_date} at {time}. Shall I book it, {first_name}?',
    },
    {
      lines: [
        '> Your visit is confirmed for {date} at {time}.',
        '< ok. the entrance is round the back now, front is being painted',
      ],
      draft:
        'Thank you, {first_name}, that is on the job sheet now: entrance round the back, mind the paint. See you on {date}.',
    },
    {
      lines: ['< Your man was here this morning but the boiler is off again. No hot water.'],
      draft:
        'I am sorry, {first_name}. No hot water goes first: {technician} can be back on {date} at {time}. Does that suit you?',
    },
    {
      lines: [
        '> Hi {first_name}, {technician} finished the yearly check today. The report is in your account.',
        '< It says pressure low, is that dangerous?',
      ],
      draft:
        'It is not dangerous, {first_name}: the boiler only switches off more often. {technician} can top it up on {date} at {time}, at no cost. Would that suit you?',
    },
    {
      lines: [
        '< Could you send somebody who speaks Spanish, it is for my mother',
        '> We can, {first_name}. Is she at home during the week?',
        '< yes every day',
      ],
      draft:
        'Then I have {date} at {time}, {first_name}, with a colleague who speaks Spanish. Shall I book it in her name?',
    },
  ],
  deliveries: [
    {
      lines: [
        '> Hi {first_name}, your {product} comes on {date} between {window}.',
        '< There are 4 floors and no elevator, is that ok?',
      ],
      draft:
        'Thanks for telling us, {first_name}. I have put two people and a stair trolley on the job; the fourth floor is included. Is the staircase wider than 75 cm at the turns?',
    },
    {
      lines: [
        '< The driver says he rang but my phone shows nothing. I waited the whole day!!',
        '> I am very sorry, {first_name}. I am looking into it now.',
        '< So when does it come?',
      ],
      draft:
        'You are first on the tour on {date}, between eight and nine, and I will text you when the van leaves. I have taken {small_amount} off your invoice for the lost day. I am sorry, {first_name}.',
    },
    {
      lines: [
        '> Hi {first_name}, the {product} you ordered is in our depot. Does {date} between {window} suit you?',
        '< Yes. Do you take the old one?',
        '> We do, at no cost. Please have it unplugged and empty.',
        '< It is built in, can they take it out?',
      ],
      draft:
        'They can, {first_name}: taking out a built-in appliance is {small_amount} and takes half an hour. Shall I add it for {date}?',
    },
    {
      lines: [
        '> Your {product} was delivered today. Is everything as it should be?',
        '< There is a dent on the left side',
      ],
      draft:
        'That should not be. Please send us a photograph of the dent, {first_name}, and choose: a new one on {date}, or you keep it and get {small_amount} back.',
    },
    {
      lines: ['< Can you deliver to my office instead of home?'],
      draft:
        'We can, {first_name}, if somebody signs for it and there is a lift. Which address is it, and until what time is somebody there?',
    },
    {
      lines: [
        '> Hi {first_name}, your {product} leaves the depot on {date}.',
        '< The tracking page says delivered. Nothing here!',
      ],
      draft:
        'That is a mistake on our page, {first_name}, and I am sorry for the fright: the {product} is still in the depot. It comes on {date}, between {window}.',
    },
    {
      lines: ['< I ordered white and the confirmation says black'],
      draft:
        'I see it, {first_name}: the order says white, the depot picked black. I have stopped it; the white one comes on {other_date} instead. Is that soon enough?',
    },
  ],
  accounts: [
    {
      lines: [
        '> Hi {first_name}, the invoice over {amount} was due on {past_date}. Did it perhaps slip through?',
        '< I paid that already, please check',
      ],
      draft:
        'I checked, {first_name}: a payment of {half_amount} arrived, so {half_amount} is still open. Was it meant to be in two parts? Then all is well, and the rest is due on {date}.',
    },
    {
      lines: [
        '< I cannot pay all at once right now. Lost my job last month',
        '> Thank you for telling us, {first_name}. We find a way.',
        '< How much would it be per month?',
      ],
      draft:
        'In four parts it would be a quarter of {amount} each month, from {date}, without fees or interest. If that is too much, tell me what is possible. Your plan stays active in the meantime, {first_name}.',
    },
    {
      lines: [
        '> As agreed: {half_amount} by {date} and the rest four weeks later. No fee is added.',
        '< ok thank you. can i get the invoice again',
      ],
      draft:
        'Here it is again, {first_name}: I sent the invoice as a PDF to {email}. The reference for your transfer is at the bottom left.',
    },
    {
      lines: ['< Why was I charged twice this month?'],
      draft:
        'You were, {first_name}: once for the plan and once for the visit in spring, which came late. Both are right, but we should have told you. I have taken {small_amount} off the next invoice. Is that fair?',
    },
    {
      lines: [
        '> Hello {first_name}, your new card was declined on the first attempt.',
        '< I have three cards, which one do you have',
      ],
      draft:
        'I only see that it ends this year, {first_name}. Please enter the one you want to use in your account under Payments; never send card numbers by e-mail or text.',
    },
    {
      lines: ['< I am the executor of my aunt, she had a plan with you. What is still owed?'],
      draft:
        'I am sorry for your loss, {first_name}. Nothing is owed: the plan ended with the last payment. If you send us a copy of the certificate, we also pay back {amount}.',
    },
  ],
  support: [
    {
      lines: [
        '< my {product} shows E24 and stinks',
        '> Sorry about that, {first_name}. Please switch it off at the wall first. Is there a burnt smell, or rather a drain?',
        '< drain',
      ],
      draft:
        'Then it is the filter, and harmless. Bottom left, a quarter turn to the left, towel ready, rinse it, put it back. If E24 comes again, {technician} can be there on {date} at {time}. Tell me how it went, {first_name}.',
    },
    {
      lines: [
        '> Hi {first_name}, how is the {product} doing since the repair?',
        '< Worse than before honestly. Third time now',
      ],
      draft:
        'That is not good enough, and I am sorry, {first_name}. I have put our senior technician on it; he is free on {date} at {time}. If he cannot repair it, we exchange it.',
    },
    {
      lines: [
        '> The part for your {product} is reserved and the visit set for {date} at {time}.',
        '< Is it covered or do I have to pay',
        '> It is under warranty until the end of next year, so you pay nothing.',
        '< great',
      ],
      draft:
        'One more thing for {date}, {first_name}: please have the proof of purchase at hand, a photograph of it is enough.',
    },
    {
      lines: [
        '< Hi, is my dryer part of the recall? Model NT-480',
        '> Hi {first_name}, please look at the label inside the door: does the serial number begin with 22 or 23?',
        '< 2247...',
      ],
      draft:
        'Then yours is one of them. Please do not use the drying programme until we have exchanged the filter; that is free and takes ten minutes. Would {date} at {time} suit you, {first_name}?',
    },
    {
      lines: ['< The new {product} walks through the kitchen when it spins'],
      draft:
        'That sounds like the transport bolts, {first_name}: four of them, at the back, and they have to come out before the first wash. Can you see four plastic caps there?',
    },
    {
      lines: ['> Hi {first_name}, did the filter solve it?', '< For two days. Now it beeps every hour, all night'],
      draft:
        'That is tiring, {first_name}, and I am sorry. Hold the button on the left for five seconds: that stops the beep. {technician} looks for the cause on {date} at {time}. Does that suit you?',
    },
    {
      lines: ['< Do you still have parts for a machine from 2011?'],
      draft: 'For most, {first_name}. Please send me a photo of the label inside the door, and I look it up today.',
    },
  ],
  surveys: [
    {
      lines: [
        '> Hi {first_name}, one question about the visit last week: how happy were you, from 1 to 10?',
        '< 3. came 2 hours late and left a mess',
      ],
      draft:
        'I am sorry, {first_name}. That is not how we work. Our team lead would like to ring you on {date} at {time} and make it right. May I give her your number?',
    },
    {
      lines: [
        '> How happy were you with the visit, from 1 to 10?',
        '< 10! {technician} was super',
        '> {technician} will be delighted. Thank you, {first_name}!',
        '< There is a torch here by the way, I think it is yours',
      ],
      draft:
        'Ha, thank you for telling us! {technician} passes your street on {date} and would ring briefly to fetch it. Is that all right, {first_name}?',
    },
    {
      lines: [
        '> Hi {first_name}, how was the visit, from 1 to 10?',
        '< 6, all fine but nobody told me the price before',
      ],
      draft:
        'Thank you, {first_name}, you are right about the price. It should be said before the work begins. May I pass that on with your name?',
    },
    {
      lines: [
        '> One question about your delivery, {first_name}: how happy were you, from 1 to 10?',
        '< 9. The two men were lovely with my dog',
      ],
      draft: 'They will like to read that, {first_name}. What would have made it a ten?',
    },
    {
      lines: ['< Why do you ask me every time? Third survey this month'],
      draft:
        'That is too many, {first_name}, and I have taken you off the list: no more questions from us this year. Thank you for saying it.',
    },
  ],
  welcome: [
    {
      lines: [
        '> Welcome to Northfield Home, {first_name}! Did the letter with your plan number arrive?',
        '< Not yet. We moved, maybe it went to the old address',
      ],
      draft:
        'That may be. Please send me the new address, {first_name}, and I have the letter sent again today. Until then your plan is valid without the number: just give your name.',
    },
    {
      lines: [
        '< How do I log in? The link says expired',
        '> Hi {first_name}, links are good for a day. I have sent you a new one.',
        '< Works now. Can my tenant book visits too?',
      ],
      draft:
        'Yes, {first_name}. Under Account, People you can invite your tenant; they can book visits, but see neither invoices nor your plan.',
    },
    {
      lines: [
        '> Welcome aboard, {first_name}! Emergencies: ring this number, day and night.',
        '< Thanks! When is the first check?',
      ],
      draft:
        'Your first yearly check is included and I can offer {date} at {time}, with {technician}. Shall I book it, {first_name}?',
    },
    {
      lines: ['< Just signed up. Does the emergency line work on Sundays?'],
      draft:
        'It does, {first_name}: day and night, every day. It is the number on your letter; somebody answers within a minute.',
    },
    {
      lines: [
        '> Welcome to Northfield Home, {first_name}! Your plan starts on {date}.',
        '< And if the boiler breaks before that?',
      ],
      draft:
        'Then we come too, {first_name}: for new customers the first visit counts from today. Just use the emergency number on your letter.',
    },
    {
      lines: ['< I have two houses. One plan or two?'],
      draft:
        'Two, {first_name}, but the second is half the price: {half_amount} a month. Shall I add it with the same start?',
    },
  ],
}
