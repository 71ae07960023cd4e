import { exchange } from './exchange.ts'

const arrives = /comes on .* between/i
const home = /be there to take it in/i
const works = /running as it should/i

/** Exchanges about deliveries and what was delivered. */
export const deliveryExchanges = [
  exchange(
    'statement',
    { to: arrives },
    `customer: Finally. It was supposed to come two weeks ago.
     agent: I'm sorry for the wait. It's in our depot now, so nothing can come between any more.
     customer: Let's hope so.`,
  ),
  exchange(
    'statement',
    { to: arrives },
    `agent: It goes to {street}, is that right?
     customer: [Yes, that's right|Yes, that's where we are|That's right].`,
  ),
  exchange(
    'statement',
    { to: arrives, unless: /place to stop/i, rulesOut: /place to stop/i },
    `agent: It goes to {street}, is that right?
     customer: It is, but the door's in the yard. On the street side there's only the shop.
     agent: In the yard, then. Is it wide enough for a van?
     customer: For a small one. The big ones stop at the corner.
     agent: I'll tell the driver. It's a big one, so there'll be a trolley.`,
  ),
  exchange(
    'statement',
    { to: arrives },
    `customer: Is that the white one? I wasn't sure any more what I'd ordered in the end.
     agent: One moment, I'll look.
     agent, 6 to 15 s: Yes, the white one, with the door on the left.
     customer: On the left, good. That's the one.`,
  ),
  exchange(
    'before-answer',
    { to: home, side: 'yes', rulesOut: /working from home|I'll be in|son will be|can a neighbour/i },
    `customer: I'd have to ask my neighbour, in case I'm late. Can you hold on? I'll just knock.
     agent: Of course, I'll wait.
     customer, 30 to 60 s: So, I'm back. It's all right, [my neighbour has a key and is in all day|next door they have our key, and somebody's always in].
     agent: Good, that's enough for the driver. So, will somebody be in that day?`,
  ),
  exchange(
    'before-answer',
    { to: home, side: 'yes', rulesOut: /working from home/i },
    `customer: Between {window}. Can't you say it more exactly?
     agent: Not today, the routes are made the evening before. After six you can call and ask.
     customer: And whoever answers then knows it?
     agent: Yes, everybody here sees the routes.
     customer: All right. It's half a day off for me, that's why.
     agent: I understand. So, will somebody be in that day?`,
  ),
  exchange(
    'before-answer',
    { to: home, side: 'yes' },
    `customer: You know that this is the third day you've given me? First it was a Monday, then it wasn't in stock.
     agent: I'm sorry. Let me look what happened there, one moment.
     agent, 12 to 30 s: The first one was damaged at the factory, and the second was sent to the wrong depot.
     customer: Nobody told me that. I had to call every time, and every time I was on hold.
     agent: You should have heard it from us. I'm noting that, and I'm having the delivery fee taken off.
     customer: That's decent. But it really comes this time?
     agent: It's standing in our depot, with your name on it. So, will somebody be in that day?`,
  ),
  exchange(
    'after-answer',
    { to: /stairs or a narrow door/i, answer: /two flights|fourth floor|one flight/i },
    `agent: And is there room to turn with it on the landing?
     customer: Just about. The old one had to be tilted a bit.
     agent: That's good to know. I'm adding that.`,
  ),
  exchange(
    'after-answer',
    { to: /stairs or a narrow door/i, side: 'yes', unless: /landing/i },
    `agent: How wide is the narrowest place, roughly? It needs about two feet.
     customer: I'd have to measure. Wait, the tape's in the drawer.
     agent: Take your time.
     customer, 20 to 50 s: So, that's well over two feet, even at the handle.
     agent: Then it goes through easily.`,
  ),
  exchange(
    'after-answer',
    { to: /take the old one/i, side: 'yes' },
    `customer: And what happens to it?
     agent: It's taken apart, and most of it is used again.
     customer: [Good. It's served us for fourteen years|Good, then it isn't lost].`,
  ),
  exchange(
    'before-answer',
    { to: /is that any better/i },
    `customer: And in the week after?
     agent: One moment, I'll look.
     agent, 8 to 18 s: Those days open tomorrow at noon. Right now I can only hold that one for you.
     customer: I see.
     agent: So, is that any better?`,
  ),
  exchange(
    'closing',
    { to: arrives },
    `customer: [One thing, though. |]Is it connected, too, or do I have to do that?
     agent: Yes, connecting it and a short test are part of the delivery.
     customer: [Okay, good|Ah, good. I wouldn't know how].`,
  ),
  exchange(
    'closing',
    { to: arrives },
    `customer: What if it's damaged?
     agent: Then don't sign, and you get a new one within three working days.
     customer: [I see, thanks|Right, I'll look at it properly].`,
  ),
  exchange(
    'closing',
    { to: arrives },
    `customer: Do the people who bring it take a tip?
     agent: There's no need. But nobody has ever said no to a coffee.
     customer: Then I'll make one.`,
  ),
  exchange(
    'closing',
    { to: arrives },
    `customer: [And the|The] packaging, do you take that with you?
     agent: All of it, also the wood.
     customer: [Great|That's good, our bin's full].`,
  ),
  exchange(
    'closing',
    { to: /I've moved it to/i },
    `agent: The old day is off the route, so nobody comes on it by mistake.
     customer: [Good|Okay, thank you].`,
  ),
  // After it was installed.
  exchange(
    'before-answer',
    { to: works, side: 'yes' },
    `customer: One moment, it's running right now. Let me go and listen.
     agent: Of course.
     customer, 10 to 25 s: So, I'm standing in front of it.
     agent: So, is it running as it should?`,
  ),
  exchange(
    'after-answer',
    { to: works, side: 'yes' },
    `agent: And were you shown how it works?
     customer: Yes, very patiently. I've forgotten half of it, but there's the booklet.
     agent: It's in your account as well, where you can make the print larger.
     customer: That'd help, actually.`,
  ),
  exchange(
    'after-answer',
    { to: works, side: 'yes' },
    `customer: There's just one thing. What does the little light on the right mean? It came on yesterday.
     agent: I'll look it up for your model. One moment, please.
     agent, 10 to 25 s: It wants to be run once without anything in it, after the first ten times. That cleans it.
     customer: Ah. So nothing's broken.
     agent: Nothing at all. Choose the hottest program, and the light goes out by itself.
     customer: And do I have to put anything in, some powder?
     agent: Nothing, just let it run.
     customer: I'll do that tonight.`,
  ),
  exchange(
    'after-answer',
    { to: works, side: 'no' },
    `agent: Since when has it been like that?
     customer: [Since yesterday evening|Since the second time I used it].`,
  ),
  exchange(
    'closing',
    { to: /installed your/i, unless: /transfer|putting you through/i },
    `customer: [Just a question. |]How long is the warranty?
     agent: Two years, parts and labour.
     customer: [Good to know|I see, thanks].`,
  ),
  exchange(
    'closing',
    { to: /installed your/i },
    `customer: [Just a question. |]Should I keep the box?
     agent: For two weeks. After that you can throw it away.
     customer: [Two weeks. It can stay in the hall until then|Okay, then it goes to the cellar for now].`,
  ),
  exchange(
    'before-answer',
    { to: home },
    `customer: Before that, can I ask you something? I've measured the gap in the kitchen again, and it's tight.
     agent: How much is it?
     customer: Wait, I've written it down. It says {gap}, or a bit less.
     agent: Let me look it up, one moment.
     agent, 8 to 20 s: It needs a finger's width less than that. It goes in, but not with rails at the sides.
     customer: There aren't any rails.
     agent: Then it fits.
     customer: Good. I was lying awake over that.
     agent: So, will somebody be in that day?`,
  ),
  exchange(
    'after-answer',
    { to: home, side: 'yes' },
    `agent: And will the driver find a place to stop?
     customer: [Right in front, during the day there's always something free|In the yard, the gate's open until six].`,
  ),
  exchange(
    'before-answer',
    { to: home, side: 'yes' },
    `customer: Could somebody call me an hour before? I work round the corner.
     agent: The driver calls ten minutes ahead. An hour is hard, because of the traffic.
     customer: Ten minutes. Then I'd have to run.
     agent: I can put down that you're called as soon as the one before you is done. That's mostly half an hour.
     customer: Oh, that would help a lot.
     agent: It's on the list. So, will somebody be in that day?`,
  ),
]
