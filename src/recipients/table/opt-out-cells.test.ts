/** The cells that say who may be called, by language. */
import { describe, expect, it } from 'vitest'
import { type Answer, answerOf, fateIn, phraseIn } from './opt-out-cells.ts'

const cells = (table: string): string[] => table.split(/[|\n]/).flatMap((cell) => cell.trim() || [])
const each = (...tables: [answer: Answer, table: string][]) =>
  tables.flatMap(([answer, table]) => cells(table).map((cell) => [cell, answer] as const))

describe('a cell of an opt-out column', () => {
  it.each(
    each(
      [
        'doNotCall',
        `yes | Y | J | 1 | true | x | ✓ | ○ | ● | ◯ | 是 | はい | 예 | 네 | نعم | כן | हाँ | evet | tak | oui | sí | sì | sim | ja | да | так | ano
        kyllä | Do Not Allow | do not call | No phone calls | Not allowed | blocked | gesperrt | refusé | refusée | rechazado | recusado | rifiutato
        geweigerd | odmowa | nekad | afvist | nektet | kielletty | reddedildi | отказ | запрещено | відмова | odmítnuto | 拒否 | 不可 | NG | 거부
        拒绝 | 不同意 | مرفوض | סירב | मना | Do not phone; Do not mail | Email, Phone | phone/SMS | Telefon | all | All channels | tous | alle | все
        Phone: yes | registered | Inscrit | eingetragen | 2026-03-01 | 3. März 2026 | 2026年3月1日 | no_email;no_call`,
      ],
      [
        'call',
        `no | N | 0 | false | Allow | allowed | non | nein | нет | ні | いいえ | 否 | لا | לא | नहीं | hayır | nie | não | nej | nei | ei | nee | ne
        아니오 | opted in | Email | SMS; Email | Do not mail | E-Mail, Post | newsletter | not listed | nicht eingetragen | non inscrit | may be called
        OK to call | (empty) | \\N`,
      ],
      ['unclear', 'perhaps | pending | × | ? | ask Ann | given | Email; see note | since ages | wants a discount'],
    ),
  )('%s means %s', (cell, answer) => {
    expect(answerOf('optOut', cell)).toBe(answer)
  })
})

describe('a cell of a consent column', () => {
  it.each(
    each(
      [
        'call',
        `yes | Y | true | ○ | はい | 同意 | 可 | OK | 是 | 同意する | 동의 | نعم | موافق | כן | מאשר | हाँ | सहमत | given | Granted | erteilt | accordé | otorgado
        concedido | concesso | verleend | udzielona | givet | gitt | annettu | onaylandı | дано | согласен | надано | udělen | Email; Phone | Telefon, E-Mail | all
        Anruf | SMS/Voice | Phone | Email, SMS, Phone calls | 電話、メール | 2026-03-01 | may be called | Allow | Phone: yes | Email no; phone yes`,
      ],
      [
        'doNotCall',
        `no | N | 0 | false | × | いいえ | 不可 | 否 | 不同意 | 미동의 | لا | غير موافق | לא | नहीं | withdrawn | Revoked | denied | widerrufen | retiré
        revocado | revogado | revocato | ingetrokken | cofnięta | återkallat | trukket tilbage | peruttu | iptal | отозвано | відкликано | odvolán | Email; SMS
        E-Mail, Post | Newsletter | メール | do not call | Do not allow | Not given | keine Einwilligung | нет согласия | Phone: no; Email: yes`,
      ],
      ['unclear', 'maybe | pending | ausstehend | en attente | ? |  | unknown | n/a | 2 | Email; something'],
    ),
  )('%s means %s', (cell, answer) => {
    expect(answerOf('consent', cell)).toBe(answer)
  })
})

describe('a cell of any column', () => {
  it.each(
    cells(`Do not call | DO NOT PHONE | dnc | No calls please | Nicht anrufen | Bitte nicht mehr anrufen | Kein Anruf | Ne pas appeler | Ne plus appeler
      No llamar | No volver a llamar | Non chiamare | Não ligar | Niet bellen | Bel niet | Nie dzwonić | Ring inte | Ikke ring | Ei saa soittaa | Aramayın
      Не звонить | Больше не звонить | Не дзвонити | Nevolat | 架電禁止 | 電話しないで | 전화하지 마세요 | 请勿致电 | عدم الاتصال | לא להתקשר | कॉल न करें
      Anrufsperre | Bloctel | opt-out | Do not contact | Never call | Stop calling | please do not call again | Do not phone; Do not mail `).concat(
      'no_email|no_call',
    ),
  )('%s says “do not call”', (cell) => {
    expect(phraseIn(cell)).toBe('doNotCall')
  })

  it.each([
    'Bob – do not call!!',
    'per email 3/4: bitte nicht mehr anrufen',
    'Ne plus appeler (demande du 3/4)',
    'Customer said in March: never call again, he is angry',
    'Kundin möchte nicht mehr angerufen werden (Gespräch mit Ann)',
    'Pidió no llamar más, 3 de abril',
    'Ha chiesto di non chiamare più – vedi ticket',
    'просил больше не звонить, март',
    'メールにて連絡あり。今後は電話しないでほしいとのこと',
    '客户要求不要再打电话了，三月',
    'Klant wil niet meer gebeld worden sinds mei',
    'VIP; wants no more phone calls from us since May',
    'Asked us on 3/4 to stop calling her mother',
  ])('%s: a person has to look at it', (cell) => {
    expect(phraseIn(cell)).toBe('unclear')
  })

  it.each([
    'do not call before 9',
    'Please don’t call after 6 pm',
    'Nicht vor 9 Uhr anrufen',
    'call centre',
    "don't call it a refund",
    "Don't call the office, call my mobile",
    'Please call me back',
    'Called three times, no answer',
    'No answer on the phone',
    'Call her on Monday',
    'Bitte um Rückruf',
    'rappeler lundi',
    'Phone is not working well, use the other one',
    'Robinson',
    'Nora Call',
    'No',
    'Bell',
    'Donna Ring',
    'likes phones',
    'No contact person yet',
    'email: do not spam',
  ])('%s is no refusal', (cell) => {
    expect(phraseIn(cell)).toBeNull()
  })

  it.each([
    ['Deceased', 'death'],
    ['verstorben', 'death'],
    ['décédé', 'death'],
    ['fallecido', 'death'],
    ['умер', 'death'],
    ['死亡', 'death'],
    ['Disconnected', 'number'],
    ['wrong number', 'number'],
    ['Falsche Nummer', 'number'],
    ['numéro non attribué', 'number'],
    ['空号', 'number'],
    ['active', null],
    ['new customer', null],
  ])('%s: %s', (cell, fate) => {
    expect(fateIn(cell, false)).toBe(fate)
  })
})

it('of any length is read in linear time', () => {
  const long = ['do not ', 'nicht anrufen ', 'x', 'no_', '電話', 'a b; ', '- ', 'kein ', 'call '].map((word) =>
    word.repeat(100_000 / word.length),
  )
  const answers = long.map((text) => (['optOut', 'consent', 'status'] as const).map((kind) => answerOf(kind, text)))
  expect(answers.flat()).not.toContain(undefined)
})
