/** Columns that switch contact on and off, in any language: they are asked about, and nobody whose cell says "off" is called. */
import { describe, expect, it } from 'vitest'
import { answersOf, findOptOuts } from './opt-outs.ts'

const columnOf = (header: string, cells: string[]) => {
  const rows = cells.map((cell, row) => [`+1415555${1000 + row}`, cell])
  return findOptOuts(['phone_number', header], rows).find(({ at }) => at === 1)
}

/** Words in a line, with bars between them. */
const words = (line: string): string[] => line.split('|').map((word) => word.trim())

describe.each([
  [
    'nl',
    'aan',
    'uit',
    'Kanaalvoorkeur|Kanaaltoestemming|Contactvoorkeur|Communicatievoorkeur|Belvoorkeur|Bellen|Contact',
  ],
  [
    'de',
    'an',
    'aus',
    'Kanalpräferenz|Kanaleinwilligung|Kontaktschalter|Kontakteinstellung|Telefonkanal|Anrufe|Kommunikation',
  ],
  ['de', 'aktiviert', 'deaktiviert', 'Kanaleinstellungen|Telefonischer Kontakt'],
  ['en', 'on', 'off', 'Channel preference|Channel consent|Contact switch|Communication settings|Voice channel|Calls'],
  ['en', 'switched on', 'switched off', 'Contact toggle|phone_contact_pref'],
  [
    'es',
    'encendido',
    'apagado',
    'Preferencia de canal|Preferencia de contacto|Canal telefónico|Comunicaciones|Llamadas',
  ],
  ['es', 'activada', 'desactivada', 'Ajuste de contacto|Consentimiento de canal'],
  ['fr', 'activé', 'désactivé', 'Préférence de canal|Préférences de communication|Consentement canal|Appels'],
  ['it', 'acceso', 'spento', 'Preferenza canale|Preferenza di contatto|Consenso canale|Chiamate'],
  ['pt', 'ligado', 'desligado', 'Preferência de canal|Preferência de contacto|Consentimento do canal|Ligações'],
  ['pl', 'włączone', 'wyłączone', 'Preferencja kanału|Zgoda na kanał|Kanał telefoniczny|Komunikacja|Połączenia'],
  ['sv', 'på', 'av', 'Kanalpreferens|Kanalsamtycke|Telefonkanal|Kontaktinställning|Samtal'],
  ['da', 'slået til', 'slået fra', 'Kanalpræference|Kanalsamtykke|Kontaktindstilling|Opkald'],
  ['nb', 'på', 'av', 'Kanalpreferanse|Kontaktinnstilling|Samtaler'],
  ['fi', 'päällä', 'pois päältä', 'Kanava-asetus|Kanavavalinta|Viestintäasetukset|Puhelut'],
  ['tr', 'açık', 'kapalı', 'Kanal tercihi|İletişim ayarı|Kanal izni|Aramalar'],
  ['ru', 'вкл', 'выкл', 'Предпочтения по каналам|Настройки связи|Согласие на канал|Звонки'],
  ['uk', 'увімкнено', 'вимкнено', 'Налаштування каналу|Згода на канал|Дзвінки'],
  ['cs', 'zapnuto', 'vypnuto', 'Preference kanálu|Nastavení kontaktu|Souhlas s kanálem|Hovory'],
  ['ja', 'オン', 'オフ', 'チャネル設定|連絡設定|チャネル同意|電話'],
  ['ko', '켜짐', '꺼짐', '채널 설정|연락 설정|채널 동의|전화'],
  ['zh', '开启', '关闭', '渠道偏好|联系设置|渠道同意|电话'],
  ['ar', 'تشغيل', 'إيقاف', 'تفضيل القناة|إعدادات الاتصال|موافقة القناة|المكالمات'],
  ['he', 'פועל', 'כבוי', 'העדפת ערוץ|הגדרות קשר|הסכמה לערוץ|שיחות'],
  ['hi', 'चालू', 'बंद', 'चैनल वरीयता|संपर्क सेटिंग|चैनल सहमति|कॉल'],
])('%s: %s and %s', (_, on, off, headers) => {
  it.each(words(headers))('under %s', (header) => {
    const column = columnOf(header, [on, off, on, on])
    expect(column && answersOf(column)(off)).toMatch(/doNotCall|unclear/)
  })
})

it.each([
  ['Licht', ['an', 'aus']],
  ['Notifications', ['on', 'off']],
  ['E-mail preference', ['on', 'off']],
  ['SMS-Kanal', ['an', 'aus']],
  ['Nieuwsbriefvoorkeur', ['aan', 'uit']],
  ['Kanaalvoorkeur', ['telefoon', 'e-mail']],
  ['Contact preference', ['Phone', 'Email', 'SMS']],
  ['Preferred contact', ['phone', 'email']],
  ['Meal preference', ['yes', 'no']],
  ['Call recording', ['on', 'off']],
  ['Sales channel', ['yes', 'no']],
  ['Vertriebskanal', ['ja', 'nein']],
  ['Kanalisation', ['ja', 'nein']],
  ['渠道', ['线上', '线下']],
])('%s with %j is about something else', (header, cells) => {
  expect(columnOf(header, [...cells, ...cells])).toBeUndefined()
})
