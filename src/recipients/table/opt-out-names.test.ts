/** The names of columns that say who may be called, by language, and of columns that do not. */
import { describe, expect, it } from 'vitest'
import { consentKindOf, readName } from './opt-out-names.ts'

/** Names in a table, with bars between them. */
const names = (table: string): string[] => table.split(/[|\n]/).flatMap((name) => name.trim() || [])

const optOuts: Readonly<Record<string, string>> = {
  en: `Do not allow Phone Calls | DoNotCall__c | HasOptedOutOfCalls | PhoneOptOut | phone_opt_out_flag | No Call | No calls | No Phone
    NOCALLS | donotcallflag | Does not want to be called | Not to be contacted | Must not be phoned | Calls prohibited | Call blocked
    Phone contact refused | Objects to telephone marketing | Opted out of telemarketing | Calling not permitted | Cannot be called
    Withdrew consent to calls | No marketing calls | Do-not-phone (Y/N) | TPS/CTPS | DNCR listed | is_on_dncl | Suppress phone
    Please don't ring | Stop calling | Never call again | No telephone solicitation | Excluded from calling | No Call Ind | Contact: do not call
    No cold calls | isDNC | DNC_YN | Do not contact by phone or email | Preference: no phone calls`,
  de: `Telefonsperre | Kein Anruf | Nicht anrufen | Darf nicht angerufen werden | Anrufverbot | Keine Werbeanrufe | Kontaktsperre
    Anrufe unerwünscht | Telefonwerbung untersagt | Widerspruch Telefonwerbung | Werbewiderspruch nach §7 UWG | Nicht kontaktieren
    Telefonische Kontaktaufnahme verboten | KEINANRUF | nicht_anrufen_kz | Anrufsperre Kz | Werbung nicht erlaubt | Sperrvermerk Telefon
    Telefon gesperrt | Keine telefonische Kontaktaufnahme | Robinsonliste | Kontaktverbot | Einwilligung widerrufen | Werbestopp Telefon`,
  fr: `S’oppose au démarchage téléphonique | Ne pas appeler | Ne plus appeler | Ne souhaite pas être contacté | Opposition appels
    Refus démarchage | Pas d'appel | Bloctel | Inscrit Bloctel | Appels interdits | Ne pas démarcher | Refuse les appels | Liste d'opposition
    N'accepte pas les appels | Ne veut pas être appelé | Opposition téléphone | STOP APPELS | ne_pas_telephoner | Aucun appel`,
  es: `No llamar | No contactar por teléfono | Lista Robinson | Rechaza llamadas | No desea llamadas | No acepta llamadas | Llamadas bloqueadas
    Prohibido llamar | Oposición a llamadas | No quiere ser contactado | Sin llamadas | no_llamar | Bloqueo de llamadas | Baja telemarketing
    No autoriza llamadas | No molestar | Registro No Llame`,
  pt: `Não ligar | Não telefonar | Não contactar | Não perturbe | Recusa chamadas | Não aceita ligações | Bloqueio de chamadas
    Proibido ligar | Não deseja ser contactado | Sem chamadas | nao_ligar | Bloqueado para telemarketing | Oposição a chamadas | Não autoriza contato`,
  it: `Registro opposizioni | Registro delle opposizioni | Non chiamare | Non contattare | Chiamate vietate | Rifiuta chiamate
    Non vuole essere chiamato | Non telefonare | Opposizione al telemarketing | Divieto di chiamata | Nessuna chiamata | Iscritto RPO
    Blocco telefonico | Non desidera essere contattato | non_chiamare | Contatto telefonico negato`,
  nl: `Niet bellen | Bel-me-niet | Bel-me-niet register | Niet telefonisch benaderen | Mag niet gebeld worden | Geen telefoontjes
    Belverbod | Telefonische verkoop geweigerd | Niet contacteren | Bezwaar telemarketing | Recht van verzet telefoon | Wil niet gebeld worden
    Geen telemarketing | BELBLOKKADE`,
  pl: `Nie dzwonić | Nie kontaktować się | Zakaz dzwonienia | Nie dzwoń | Brak zgody na kontakt telefoniczny | Sprzeciw wobec telemarketingu
    Lista Robinsonów | Zakaz kontaktu | Odmowa kontaktu telefonicznego | Nie życzy sobie telefonów | NIE_DZWONIC | Blokada połączeń`,
  sv: `Ring inte | Får ej ringas | Ej uppringning | NIX | NIX-Telefon | Telefonspärr | Vill inte bli uppringd | Inga samtal | Inga säljsamtal
    Spärrad för telefonsamtal | Undanber sig samtal | Nixregistrerad | Kontakta inte`,
  da: `Må ikke ringes op | Ring ikke | Ingen opkald | Må ikke kontaktes | Robinsonlisten | Frabedt telefonopkald | Ønsker ikke opkald
    Nej til opkald: ikke ringe | Opkald spærret | Må ikke kontaktes telefonisk | Telefonspærring`,
  nb: `Ikke ring | Skal ikke ringes | Reservert mot telefonsalg | Reservasjonsregisteret | Ønsker ikke å bli oppringt | Ingen anrop
    Må ikke kontaktes | Telefonsperre | Reservert telefon`,
  fi: `Ei saa soittaa | Älä soita | Puhelinkielto | Soittokielto | Markkinointikielto | Ei puheluita | Ei puhelinmyyntiä | Telemarkkinointikielto
    Yhteydenottokielto | Kieltänyt puhelut | Ei saa ottaa yhteyttä`,
  tr: `Aramayın | Aranmasın | Aranmak istemiyor | Arama yasağı | Arama engeli | İletişime geçmeyin | Telefonla aranmasın | Rahatsız etmeyin
    ARAMA_YASAK | Arama izni yok | Kara liste | Arama reddi`,
  ru: `Не звонить | Не беспокоить | Запрет звонков | Запрет на звонки | Отказ от звонков | Звонки запрещены | Не контактировать | Больше не звонить
    Не связываться | Нельзя звонить | Отказ от рекламных звонков | Стоп-лист | Чёрный список | Не хочет звонков | Без звонков`,
  uk: `Не дзвонити | Не телефонувати | Заборона дзвінків | Відмова від дзвінків | Дзвінки заборонені | Не турбувати | Не контактувати
    Заборонено телефонувати | Чорний список`,
  cs: `Nevolat | Nekontaktovat | Zákaz volání | Nepřeje si být kontaktován | Nesouhlasí s telefonickým kontaktem | Odmítá hovory | Zákaz telefonování
    Nevolejte | Netelefonovat | Volání zakázáno | nevolat_flag`,
  ja: `架電禁止 | 電話NG | 架電不可 | 電話お断り | 電話不可 | 連絡拒否 | 営業電話お断り | 電話をかけない | 電話連絡を希望しない | 着信拒否 | 勧誘拒否
    架電停止フラグ | ＴＥＬ不可 | コール禁止 | 電話勧誘拒否`,
  ko: `전화 금지 | 전화금지 | 수신거부 | 수신 거부 여부 | 연락 거부 | 전화 수신 거부 | 통화 거부 | 두낫콜 등록 | 콜 금지 | 연락 금지 | 전화하지 마세요 | TM 거부`,
  zh: `请勿致电 | 請勿致電 | 拒绝来电 | 拒絕來電 | 免打扰 | 勿扰 | 禁止拨打 | 禁止外呼 | 拒接电话 | 谢绝推销电话 | 黑名单 | 不接受電話行銷 | 不要打电话 | 电话营销拒绝 | 退订
    禁止電話聯絡`,
  ar: `عدم الاتصال | لا تتصل | ممنوع الاتصال | رفض المكالمات | حظر الاتصال | لا يرغب في الاتصال | عدم الإزعاج | منع الاتصال | قائمة عدم الاتصال`,
  he: `לא להתקשר | אין להתקשר | נא לא להתקשר | אל תתקשרו אליי | חסום לשיחות | סירוב לשיחות | לא ליצור קשר | איסור התקשרות | הסרה מרשימה`,
  hi: `कॉल न करें | फ़ोन न करें | संपर्क न करें | कॉल मना | फोन मत करें | परेशान न करें | कॉल वर्जित | कॉल पर रोक`,
  in: `NDNC | DND | NDNC Status | DND_flag | NCPR | TRAI DND | DND registered`,
}

const consents: Readonly<Record<string, string>> = {
  en: `Opted_in_to_call__c | Allow calls | can_be_called | ok to phone | OK to call? | Phone opt-in | optedInToCalls | Calls permitted
    Agrees to be contacted | Permission to phone | call_consent_flag | Accepts marketing calls | May we call you? | May be contacted by phone
    Telephone consent given | HasConsentedToCalls | CALLPERMISSION | Consent - Phone | Contact by phone allowed | Voice consent | Callable
    Authorized to call | Willing to be called | tcpa_consent`,
  de: `Anrufe erlaubt | Telefonwerbung erlaubt | Darf angerufen werden | Einwilligung Telefon | Telefonische Kontaktaufnahme erlaubt
    Zustimmung zu Anrufen | Werbeeinwilligung Telefon | Einverständnis Anruf | Kontakt erlaubt | DSGVO-Einwilligung Telefon | Anruf gestattet`,
  fr: `Autorise les appels | Accepte d'être appelé | Consentement téléphonique | Accord pour appel | Appel autorisé | Accepte la prospection téléphonique
    Peut être appelé | Consentement démarchage | Autorisation d'appel | Appels acceptés`,
  es: `Acepta llamadas | Autoriza llamadas | Consentimiento telefónico | Permite llamadas | Puede ser contactado | Se puede llamar
    Consentimiento para llamadas | Permiso de llamada | Acepta ser contactado`,
  pt: `Aceita chamadas | Autoriza ligações | Consentimento telefónico | Pode ser contactado | Permite chamadas | Autorização para ligar
    Consentimento para contato`,
  it: `Accetta chiamate | Consenso telefonico | Consenso telemarketing | Autorizza chiamate | Può essere chiamato | Consenso al contatto telefonico
    Chiamate consentite | Consenso marketing`,
  nl: `Toestemming bellen | Mag gebeld worden | Bellen toegestaan | Toestemming telefonisch contact | Akkoord telemarketing | Mag gecontacteerd worden`,
  pl: `Zgoda na kontakt telefoniczny | Zgoda na telefon | Można dzwonić | Zgoda na telemarketing | Zgoda marketingowa | Zezwala na połączenia`,
  sv: `Får ringas | Samtycke telefon | Samtycke till samtal | Godkänner samtal | Får kontaktas`,
  da: `Må ringes op | Samtykke til opkald | Må kontaktes | Telefonsamtykke | Tillader opkald`,
  nb: `Kan ringes | Samtykke til oppringning | Samtykke telefon | Kan kontaktes | Tillater anrop`,
  fi: `Saa soittaa | Lupa soittaa | Suostumus puheluihin | Puhelut sallittu | Soittolupa | Markkinointilupa puhelin`,
  tr: `Arama izni | Aranabilir | Arama onayı | İletişim izni | Telefon izni | Pazarlama onayı | İYS onayı`,
  ru: `Согласие на звонки | Можно звонить | Разрешены звонки | Согласие на обзвон | Разрешение на звонок | Согласие на контакт`,
  uk: `Згода на дзвінки | Можна дзвонити | Дозвіл на дзвінки | Згода на контакт`,
  cs: `Souhlas s voláním | Souhlas s telefonickým kontaktem | Lze volat | Souhlas s marketingem | Povoleno volat`,
  ja: `架電可否 | 電話可 | 電話連絡同意 | 架電許可 | 電話連絡の可否 | 電話同意`,
  ko: `전화 수신 동의 | 전화 동의 | 마케팅 수신 동의 | 연락 가능 여부 | 전화 허용`,
  zh: `同意来电 | 同意致電 | 可致电 | 是否同意致电 | 允许来电 | 是否可致電 | 接受电话`,
  ar: `موافقة على الاتصال | الموافقة على المكالمات | السماح بالاتصال | يمكن الاتصال`,
  he: `אישור שיחות | הסכמה לשיחות | מותר להתקשר | ניתן להתקשר | אישור התקשרות`,
  hi: `कॉल की अनुमति | कॉल सहमति | संपर्क की अनुमति | कॉल कर सकते हैं`,
}

/** About another channel, another matter, or the text of an opt-out. */
const others = names(`
  Number of calls | No. of calls | No. calls | Nº llamadas | Last call | Call date | Call duration | Callback requested | Callback date | Call centre
  Contact person | Emergency contact | Contact name | Contact type | Preferred contact method | Last contacted | Not reached | Calls not answered
  Missed calls | Email opt-out | HasOptedOutOfEmail | SMS consent | SMS opt-in | Newsletter unsubscribed | No email | Do not mail | Fax opt-out
  Cookie consent | Parental consent | Photo consent | Recording consent | Terms accepted | Do not call before | Opt-out link | Unsubscribe URL
  Member | VIP | Active | Paid | Married | Gender | Has car | Invoice sent | Order cancelled | Contract signed | Insurance | Contact No | Phone No
  Rückruf gewünscht | Rückruf | Ansprechpartner | Newsletter | Newsletter abbestellt | E-Mail-Werbung erlaubt | Letzter Anruf | Anzahl Anrufe
  Wettbewerb | Bewerber | Mahnsperre | Verheiratet | Rechnung bezahlt | Mitglied | Kein Newsletter | Anrufdauer | Callcenter
  À rappeler | Rappel souhaité | Personne à contacter | Dernier appel | Nombre d'appels | Infolettre | Centre d'appels | Marié | Payé
  Persona de contacto | Última llamada | Boletín | No fumador | Casado | Pagado | Devolver llamada | Contato de emergência | Última ligação
  Retornar ligação | Pessoa de contacto | Ultima chiamata | Persona di contatto | Da richiamare | Sposato | Contactpersoon | Terugbellen
  Laatste contact | Nieuwsbrief | Osoba kontaktowa | Ostatni kontakt | Oddzwonić | Kontaktperson | Senaste samtal | Nyhetsbrev | Ring tillbaka
  Seneste opkald | Siste samtale | Yhteyshenkilö | Viimeisin puhelu | Uutiskirje | Son arama | Geri arama | İlgili kişi | Çağrı merkezi
  Последний звонок | Перезвонить | Контактное лицо | Рассылка по почте | Останній дзвінок | Poslední hovor | Zavolat zpět | Kontaktní osoba
  最終架電日 | 折り返し希望 | 担当者 | メール配信停止 | 連絡先 | 콜백 요청 | 담당자 | 최종 통화 | 이메일 수신 거부 | 联系人 | 回电 | 上次通话 | 短信退订
  جهة اتصال | آخر مكالمة | איש קשר | שיחה אחרונה | संपर्क व्यक्ति | अंतिम कॉल | वापस कॉल`)

const cases = (table: Readonly<Record<string, string>>) =>
  Object.entries(table).flatMap(([language, list]) => names(list).map((name) => [language, name] as const))

describe('the name of a column', () => {
  it.each(cases(optOuts))('%s: %s: yes means do not call', (_, name) => {
    expect(consentKindOf(name)).toBe('optOut')
  })
  it.each(cases(consents))('%s: %s: no means do not call', (_, name) => {
    expect(consentKindOf(name)).toBe('consent')
  })
  it.each(others)('%s: is about something else', (name) => {
    expect(readName(name)).toMatchObject({ kind: null, about: null })
  })
})
